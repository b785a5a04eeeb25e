//! The steps seen so far, and which of them is shown.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use goalward_lab::{EventKind, Step};

/// A history that grows as the search is followed.
pub struct Player {
    steps: Receiver<Step>,
    seen: Vec<Step>,
    /// The step shown, counted from 0.
    at: usize,
    ended: bool,
    playing: bool,
    /// Steps a second while playing.
    speed: f64,
}

/// No search is waited for longer than this at once, so that keys stay alive.
const PATIENCE: Duration = Duration::from_millis(50);

impl Player {
    pub fn new(steps: Receiver<Step>) -> Self {
        Player { steps, seen: Vec::new(), at: 0, ended: false, playing: false, speed: 4.0 }
    }

    /// The step shown, if any has come.
    pub fn step(&self) -> Option<&Step> {
        self.seen.get(self.at)
    }

    /// The number of the step shown, from 1, and of steps seen.
    pub fn place(&self) -> (usize, usize) {
        ((self.at + 1).min(self.seen.len()), self.seen.len())
    }

    /// The state before the step shown: for a successor its parent's, else the last
    /// one told of.
    pub fn before(&self) -> Option<&str> {
        let earlier = self.seen.get(..self.at)?.iter().rev();
        let generated = self.step()?.event.name() == EventKind::New.name();
        earlier
            .filter(|step| !generated || step.event == EventKind::Expand)
            .find_map(|step| step.state.as_deref())
    }

    /// Whether the last step seen is the last there is.
    pub fn is_over(&self) -> bool {
        self.ended
    }

    pub fn is_playing(&self) -> bool {
        self.playing
    }

    pub fn speed(&self) -> f64 {
        self.speed
    }

    /// How long a step is shown while playing.
    pub fn pause(&self) -> Duration {
        Duration::from_secs_f64(1.0 / self.speed)
    }

    pub fn forward(&mut self) {
        self.go_to(self.at + 2);
    }

    pub fn back(&mut self) {
        self.at = self.at.saturating_sub(1);
    }

    /// Shows step `number`, counted from 1, or the nearest there is. The search may not
    /// have got there yet: call it again until [`place`](Player::place) agrees.
    pub fn go_to(&mut self, number: usize) {
        let wanted = number.max(1);
        while self.seen.len() < wanted && !self.ended {
            match self.steps.recv_timeout(PATIENCE) {
                Ok(step) => self.seen.push(step),
                Err(RecvTimeoutError::Disconnected) => self.ended = true,
                Err(RecvTimeoutError::Timeout) => break,
            }
        }
        self.at = wanted.min(self.seen.len()).saturating_sub(1);
    }

    pub fn play_or_pause(&mut self) {
        self.playing = !self.playing;
    }

    /// One step if playing; pauses at the end.
    pub fn tick(&mut self) {
        if self.playing {
            self.forward();
            self.playing = !(self.ended && self.at + 1 == self.seen.len());
        }
    }

    pub fn faster(&mut self) {
        self.speed = (self.speed * 2.0).min(1024.0);
    }

    pub fn slower(&mut self) {
        self.speed = (self.speed / 2.0).max(0.25);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use goalward_lab::Facts;

    use super::*;

    fn player(count: usize) -> Player {
        let (sender, steps) = channel();
        for i in 0..count {
            let event = if i % 3 == 0 { EventKind::Expand } else { EventKind::New };
            sender
                .send(Step::new(event, String::new(), Facts::Nothing {}).at(format!("state {i}")))
                .unwrap();
        }
        Player::new(steps)
    }

    fn state(player: &Player) -> &str {
        player.step().unwrap().state.as_deref().unwrap()
    }

    #[test]
    fn steps_go_forward_and_back_and_stop_at_both_ends() {
        let mut player = player(3);
        player.go_to(1);
        assert_eq!(state(&player), "state 0");
        player.back();
        assert_eq!(state(&player), "state 0");
        player.forward();
        player.forward();
        player.forward();
        player.forward();
        assert_eq!(state(&player), "state 2");
        assert!(player.is_over());
        player.back();
        assert_eq!((state(&player), player.place()), ("state 1", (2, 3)));
    }

    #[test]
    fn one_can_go_to_any_step_and_beyond_the_last_is_the_last() {
        let mut player = player(10);
        player.go_to(7);
        assert_eq!(player.place(), (7, 7));
        player.go_to(99);
        assert_eq!(player.place(), (10, 10));
        player.go_to(0);
        assert_eq!(player.place(), (1, 10));
    }

    #[test]
    fn a_successor_is_shown_after_its_parent() {
        let mut player = player(6);
        player.go_to(3);
        assert_eq!((player.before(), state(&player)), (Some("state 0"), "state 2"));
        player.forward();
        assert_eq!((player.before(), state(&player)), (Some("state 2"), "state 3"));
        player.go_to(1);
        assert_eq!(player.before(), None);
    }

    #[test]
    fn playing_ends_with_the_search() {
        let mut player = player(3);
        player.go_to(1);
        player.play_or_pause();
        for _ in 0..5 {
            player.tick();
        }
        assert!(!player.is_playing());
        assert_eq!(player.place(), (3, 3));
        player.faster();
        assert_eq!(player.speed(), 8.0);
    }
}
