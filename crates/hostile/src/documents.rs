//! The Rust of the guides, compiled and run.

/// The README's examples.
#[doc = include_str!("../../../README.md")]
struct Readme;

/// The developers' guide.
#[doc = include_str!("../../../docs/developers.md")]
struct Developers;

/// The mistakes, made and mended.
#[doc = include_str!("../../../docs/students/mistakes.md")]
struct Mistakes;

/// User-defined domains.
#[doc = include_str!("../../../docs/own-domain.md")]
struct OwnDomain;
