//! A user's own game: whoever takes the last of seven wins; a move takes one or two.

use goalward::game::Game;
use goalward_lab::{GameProblem, InputError, Player, Settings};

#[derive(Clone)]
pub struct Countdown;

impl Game for Countdown {
    type State = (u32, Player);
    type Move = u32;

    fn start(&self) -> (u32, Player) {
        (7, Player::X)
    }

    fn moves(&self, &(left, _): &(u32, Player)) -> impl Iterator<Item = u32> {
        1..=left.min(2)
    }

    fn play(&self, &(left, player): &(u32, Player), taken: u32) -> (u32, Player) {
        (left - taken, player.other())
    }

    fn terminal(&self, &(left, _): &(u32, Player)) -> Option<i32> {
        (left == 0).then_some(-1)
    }
}

impl GameProblem for Countdown {
    const NAME: &'static str = "countdown";
    const DOC: &'static str = "Take one or two; the last one wins";

    fn open(_: &Settings) -> Result<Self, InputError> {
        Ok(Countdown)
    }

    fn read(&self, text: &str) -> Result<(u32, Player), String> {
        let (left, player) = text.split_once(' ').ok_or("write 7 X")?;
        let player = if player == "O" { Player::O } else { Player::X };
        left.parse().map(|left| (left, player)).map_err(|_| "write 7 X".into())
    }

    fn show(&self, (left, player): &(u32, Player)) -> String {
        format!("{left} {player}")
    }

    fn player(&self, &(_, player): &(u32, Player)) -> Player {
        player
    }
}
