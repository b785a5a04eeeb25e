//! Watching a search.

/// Watches a search: told each event as it happens.
///
/// `()` watches nothing and compiles to nothing; any closure over the events of
/// a family is an observer. A closure that is written elsewhere needs the type of its argument:
/// `|event: Event<'_, u32>|`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not watch `{E}`",
    note = "`()` and closures over these events do"
)]
pub trait Observer<E> {
    /// Whether anything is done with the events. If not, a search may take a shorter
    /// way that makes none.
    const WATCHES: bool = true;

    /// Called for each event, in order.
    fn on(&mut self, event: E);
}

impl<E> Observer<E> for () {
    const WATCHES: bool = false;

    #[inline(always)]
    fn on(&mut self, _: E) {}
}

impl<E, F: FnMut(E)> Observer<E> for F {
    #[inline]
    fn on(&mut self, event: E) {
        self(event)
    }
}
