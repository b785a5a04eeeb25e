//! Watching a search.

use std::ops::ControlFlow::{self, Continue};

/// Receives each event of a search as it happens, and may end the search.
///
/// `()` watches nothing and compiles to nothing; any closure over the events of a family is an
/// observer. One that returns nothing observes to the end; one that returns [`ControlFlow::Break`]
/// ends the search, which then reports [`Stop::Cancelled`](crate::Stop::Cancelled) and its best so
/// far. A closure that is first bound to a name needs the type of its argument:
/// `|event: Event<'_, u32>|`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an observer of `{E}`",
    note = "`()` and closures that take these events are observers"
)]
pub trait Observer<E> {
    /// Whether the events are used. If not, a search may take a faster path that creates none.
    const WATCHES: bool = true;

    /// Called for each event, in order.
    fn on(&mut self, event: E) -> ControlFlow<()>;
}

impl<E> Observer<E> for () {
    const WATCHES: bool = false;

    #[inline(always)]
    fn on(&mut self, _: E) -> ControlFlow<()> {
        Continue(())
    }
}

impl<E, R: Reply, F: FnMut(E) -> R> Observer<E> for F {
    #[inline]
    fn on(&mut self, event: E) -> ControlFlow<()> {
        self(event).flow()
    }
}

/// What a closure that observes a search may return: nothing, or a [`ControlFlow`].
#[diagnostic::on_unimplemented(
    message = "an observer cannot return `{Self}`",
    note = "it returns nothing or a `std::ops::ControlFlow`"
)]
pub trait Reply {
    /// Whether to continue.
    fn flow(self) -> ControlFlow<()>;
}

impl Reply for () {
    #[inline(always)]
    fn flow(self) -> ControlFlow<()> {
        Continue(())
    }
}

impl Reply for ControlFlow<()> {
    #[inline(always)]
    fn flow(self) -> ControlFlow<()> {
        self
    }
}
