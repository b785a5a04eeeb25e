//! The parser that `GOALWARD_TARGET` names, attacked.
#![no_main]

use std::sync::LazyLock;

use goalward_hostile::{Target, targets};

static TARGET: LazyLock<Target> = LazyLock::new(|| {
    let name = std::env::var("GOALWARD_TARGET").expect("GOALWARD_TARGET names a target");
    targets().into_iter().find(|target| target.name == name).expect("a target of this name")
});

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| TARGET.check(bytes));
