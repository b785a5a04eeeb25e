//! A user's own domain: from 1 to 10 by doubling and adding one.

use goalward::StateSpace;
use goalward_lab::{InputError, PathProblem, Settings};

pub struct Counting;

impl StateSpace for Counting {
    type State = u32;
    type Action = &'static str;
    type Cost = u32;

    fn start(&self) -> u32 {
        1
    }

    fn is_goal(&self, &number: &u32) -> bool {
        number == 10
    }

    fn actions(&self, _: &u32) -> impl Iterator<Item = &'static str> {
        ["double", "add-one"].into_iter()
    }

    fn apply(&self, &number: &u32, action: &&'static str) -> u32 {
        if *action == "double" { number * 2 } else { number + 1 }
    }
}

impl PathProblem for Counting {
    const NAME: &'static str = "counting";
    const DOC: &'static str = "From 1 to 10 by doubling and adding one";
    const UNIT_COSTS: bool = true;

    fn open(_: &Settings, _: Option<&str>, _: u64) -> Result<Self, InputError> {
        Ok(Counting)
    }

    fn text(&self) -> String {
        "10".into()
    }

    fn draw(&self, number: &u32) -> String {
        format!("number:\n{number:>4}")
    }
}
