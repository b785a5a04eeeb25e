//! The steps seen so far, as many as are kept, and which of them is shown.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use goalward_lab::{EventKind, Facts, Step};

/// A history that grows as the search is followed, and forgets its beginning.
pub struct Player {
    steps: Receiver<Step>,
    /// The last steps seen.
    kept: VecDeque<Step>,
    /// About how many bytes they take.
    bytes: usize,
    /// How many steps before them are forgotten.
    forgotten: usize,
    /// The step shown, counted from 0 from the beginning of the search.
    at: usize,
    ended: bool,
    playing: bool,
    /// Steps a second while playing.
    speed: f64,
}

/// No single wait is longer than this, so that keys stay responsive.
const PATIENCE: Duration = Duration::from_millis(50);
/// The steps kept take about this many bytes at most.
const MOST_BYTES: usize = 64_000_000;

fn bytes(step: &Step) -> usize {
    let Step { state, drawing, before, domains, why, .. } = step;
    let texts = [state.as_ref(), drawing.as_ref(), before.as_ref(), domains.as_ref(), Some(why)];
    let texts: usize = texts.into_iter().flatten().map(String::len).sum();
    let from = match &step.facts {
        Facts::Child { from: Some(from), .. } => from.len(),
        _ => 0,
    };
    size_of::<Step>() + texts + from
}

impl Player {
    pub fn new(steps: Receiver<Step>) -> Self {
        Player {
            steps,
            kept: VecDeque::new(),
            bytes: 0,
            forgotten: 0,
            at: 0,
            ended: false,
            playing: false,
            speed: 4.0,
        }
    }

    /// The step shown, if any has come.
    pub fn step(&self) -> Option<&Step> {
        self.kept.get(self.at.checked_sub(self.forgotten)?)
    }

    /// The steps before the one shown, the last first.
    pub fn earlier(&self) -> impl Iterator<Item = &Step> {
        let before = self.at.saturating_sub(self.forgotten).min(self.kept.len());
        self.kept.range(..before).rev()
    }

    fn seen(&self) -> usize {
        self.forgotten + self.kept.len()
    }

    /// The number of the step shown, from 1, and of steps seen.
    pub fn place(&self) -> (usize, usize) {
        ((self.at + 1).min(self.seen()), self.seen())
    }

    /// The number of the first step that is kept, from 1.
    pub fn first(&self) -> usize {
        self.forgotten + 1
    }

    /// The drawing of the state before the step shown: for a successor its parent, otherwise the
    /// last one reported.
    pub fn before(&self) -> Option<&str> {
        let step = self.step()?;
        if let Some(before) = &step.before {
            return Some(before);
        }
        let generated = step.event.name() == EventKind::New.name();
        self.earlier()
            .filter(|step| !generated || step.event == EventKind::Expand)
            .find_map(|step| step.drawing.as_deref())
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
        self.at = self.at.saturating_sub(1).max(self.forgotten);
    }

    /// Shows step `number`, counted from 1, or the nearest there is. The search may not
    /// have got there yet: call it again until [`place`](Player::place) agrees. It returns soon,
    /// however far away the step is.
    pub fn go_to(&mut self, number: usize) {
        let wanted = number.max(1);
        let began = Instant::now();
        while self.seen() < wanted && !self.ended && began.elapsed() < PATIENCE {
            match self.steps.recv_timeout(PATIENCE) {
                Ok(step) => self.keep(step),
                Err(RecvTimeoutError::Disconnected) => self.ended = true,
                Err(RecvTimeoutError::Timeout) => break,
            }
        }
        self.at = wanted.min(self.seen()).saturating_sub(1).max(self.forgotten);
    }

    fn keep(&mut self, step: Step) {
        self.bytes += bytes(&step);
        self.kept.push_back(step);
        while self.bytes > MOST_BYTES && self.kept.len() > 1 {
            let lost = self.kept.pop_front().expect("there are two");
            self.bytes -= bytes(&lost);
            self.forgotten += 1;
        }
    }

    pub fn play_or_pause(&mut self) {
        self.playing = !self.playing;
    }

    /// One step if playing; pauses at the end.
    pub fn tick(&mut self) {
        if self.playing {
            self.forward();
            self.playing = !(self.ended && self.at + 1 == self.seen());
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

    use super::*;

    fn step(event: EventKind, drawing: String) -> Step {
        Step { drawing: Some(drawing), ..Step::new(event, String::new(), Facts::Nothing {}) }
    }

    fn player(count: usize) -> Player {
        let (sender, steps) = channel();
        for i in 0..count {
            let event = if i % 3 == 0 { EventKind::Expand } else { EventKind::New };
            sender.send(step(event, format!("state {i}"))).unwrap();
        }
        Player::new(steps)
    }

    fn state(player: &Player) -> &str {
        player.step().unwrap().drawing.as_deref().unwrap()
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
    fn a_far_step_is_gone_to_bit_by_bit_and_the_beginning_is_forgotten() {
        let (sender, steps) = std::sync::mpsc::sync_channel(256);
        let state = "x".repeat(1_000);
        let search = std::thread::spawn(move || {
            let step = || step(EventKind::Expand, state.clone());
            (0..200_000).take_while(|_| sender.send(step()).is_ok()).count()
        });
        let mut player = Player::new(steps);
        let began = Instant::now();
        player.go_to(1_000_000_000);
        assert!(began.elapsed() < Duration::from_secs(2), "it is deaf to keys");
        while !player.is_over() {
            player.go_to(1_000_000_000);
        }
        assert_eq!((player.place(), search.join().unwrap()), ((200_000, 200_000), 200_000));
        assert!(player.kept.iter().map(bytes).sum::<usize>() <= MOST_BYTES);
        assert!(player.first() > 100_000 && player.step().is_some());
        player.go_to(1);
        assert_eq!(player.place().0, player.first());
        player.back();
        assert_eq!(player.place().0, player.first());
        assert!(player.step().is_some() && player.before().is_none());
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
