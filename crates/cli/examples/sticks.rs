//! Sticks: your own game, in every command and on the page.
use goalward::game::Game;
use goalward_lab::{GameProblem, InputError, Player, Settings, own_game};

/// Whoever takes the last stick wins; a move takes one, two or three.
#[derive(Clone)]
pub struct Sticks;

impl Game for Sticks {
    type State = (u32, Player);
    type Move = u32;
    fn start(&self) -> (u32, Player) {
        (21, Player::X)
    }
    fn moves(&self, &(left, _): &(u32, Player)) -> impl Iterator<Item = u32> {
        1..=left.min(3)
    }
    fn play(&self, &(left, player): &(u32, Player), taken: u32) -> (u32, Player) {
        (left - taken, player.other())
    }
    fn terminal(&self, &(left, _): &(u32, Player)) -> Option<i32> {
        (left == 0).then_some(-1)
    }
    fn most(&self) -> i32 {
        1
    }
}

impl GameProblem for Sticks {
    const NAME: &'static str = "sticks";
    const DOC: &'static str = "Take one, two or three sticks; the last one wins";
    const INSTANCE: &'static str =
        "how many are left and whose turn it is, such as 9 O; none: 21 X";
    fn open(_: &Settings) -> Result<Self, InputError> {
        Ok(Sticks)
    }
    fn read(&self, text: &str) -> Result<(u32, Player), String> {
        let (left, turn) = text.trim().split_once(' ').unwrap_or((text.trim(), "X"));
        let player = if turn.eq_ignore_ascii_case("o") { Player::O } else { Player::X };
        let left = left.parse().ok().filter(|left| *left <= 60);
        left.map(|left| (left, player)).ok_or("write up to 60 sticks, such as 9 or 9 O".into())
    }
    fn show(&self, (left, player): &(u32, Player)) -> String {
        format!("{left} {player}")
    }
    fn player(&self, &(_, player): &(u32, Player)) -> Player {
        player
    }
    fn draw(&self, &(left, player): &(u32, Player)) -> String {
        format!("{} {left}, {player} to move", "|".repeat(left as usize))
    }
}

/// `goalward` with one more domain.
pub fn main() -> std::process::ExitCode {
    goalward_cli::main_with([own_game::<Sticks>()])
}
