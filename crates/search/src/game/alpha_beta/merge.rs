//! Moves that a game gives by promise, with killers among them.

use super::super::Game;

/// See [`Game::sorted_moves`]: each killer comes before the first move that promises no more.
pub(in super::super) fn merge<G: Game + ?Sized>(
    game: &G,
    state: &G::State,
    first: Option<G::Move>,
    killers: Option<[G::Move; 2]>,
) -> impl Iterator<Item = G::Move> {
    let first = first.filter(|&first| game.can_play(state, first));
    let due = move || {
        let latest = killers.map(|[latest, _]| latest);
        let earlier = killers.map(|[_, earlier]| earlier).filter(|&it| latest != Some(it));
        let is_due = |&killer: &G::Move| first != Some(killer) && game.can_play(state, killer);
        [latest, earlier].map(|killer| killer.filter(is_due))
    };
    let is_left_out = move |mv| first == Some(mv) || killers.is_some_and(|them| them.contains(&mv));
    let mut rest = game.promising_moves(state).peekable();
    let mut waiting = None;
    let others = std::iter::from_fn(move || {
        let waiting = waiting.get_or_insert_with(due);
        loop {
            let mv = *rest.peek()?;
            let promise = game.promise(state, mv);
            for killer in waiting.iter_mut() {
                if let Some(killer) = killer.take_if(|it| promise <= game.promise(state, *it)) {
                    return Some(killer);
                }
            }
            rest.next();
            if !is_left_out(mv) {
                return Some(mv);
            }
        }
    });
    first.into_iter().chain(others)
}
