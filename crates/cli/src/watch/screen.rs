//! The terminal: keys in, frames out.

use std::io::{Stdout, Write};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use anyhow::Result;
use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, poll, read};
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{execute, queue};
use goalward_lab::{Instance, Step};

use super::player::Player;

/// The terminal in our hands; given back when dropped, whatever happens.
struct Screen(Stdout);

impl Screen {
    fn take() -> Result<Self> {
        // Ctrl-C is a key here; a signal from elsewhere must not leave the terminal raw.
        ctrlc::set_handler(|| {
            drop(Screen(std::io::stdout()));
            std::process::exit(130);
        })?;
        enable_raw_mode()?;
        let mut screen = Screen(std::io::stdout());
        execute!(screen.0, EnterAlternateScreen, Hide)?;
        Ok(screen)
    }

    fn draw(&mut self, text: &str) -> Result<()> {
        queue!(self.0, MoveTo(0, 0), Clear(ClearType::All))?;
        // In raw mode a line feed does not return the carriage.
        self.0.write_all(text.replace('\n', "\r\n").as_bytes())?;
        self.0.flush()?;
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // There is nobody left to tell if this fails.
        let _ = execute!(self.0, Show, LeaveAlternateScreen);
        let _ = disable_raw_mode();
    }
}

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Wish {
    Forward,
    Back,
    PlayOrPause,
    Faster,
    Slower,
    GoTo,
    Digit(u32),
    Erase,
    Quit,
    Nothing,
}

fn wish(key: KeyEvent) -> Wish {
    if key.kind == KeyEventKind::Release {
        return Wish::Nothing;
    }
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    match key.code {
        KeyCode::Char('c' | 'd') if control => Wish::Quit,
        KeyCode::Enter | KeyCode::Char(' ' | 'n') | KeyCode::Right => Wish::Forward,
        KeyCode::Char('b') | KeyCode::Left => Wish::Back,
        KeyCode::Char('p') => Wish::PlayOrPause,
        KeyCode::Char('+' | '=') => Wish::Faster,
        KeyCode::Char('-') => Wish::Slower,
        KeyCode::Char('g') => Wish::GoTo,
        KeyCode::Char('q') | KeyCode::Esc => Wish::Quit,
        KeyCode::Backspace => Wish::Erase,
        KeyCode::Char(c) => c.to_digit(10).map_or(Wish::Nothing, Wish::Digit),
        _ => Wish::Nothing,
    }
}

/// Shows steps until the watcher has had enough.
pub fn show(instance: &dyn Instance, steps: Receiver<Step>) -> Result<()> {
    let mut screen = Screen::take()?;
    let mut player = Player::new(steps);
    player.go_to(1);
    // The number being typed after `g`.
    let mut typed: Option<String> = None;
    let mut next_tick = Instant::now();
    loop {
        screen.draw(&frame(instance, &player, typed.as_deref()))?;
        let wait = match player.is_playing() {
            true => next_tick.saturating_duration_since(Instant::now()),
            false if player.step().is_none() && !player.is_over() => Duration::from_millis(50),
            false => Duration::from_secs(3600),
        };
        if !poll(wait)? {
            next_tick = Instant::now() + player.pause();
            if player.step().is_none() {
                player.go_to(1)
            } else {
                player.tick()
            }
            continue;
        }
        let Event::Key(key) = read()? else { continue };
        match (wish(key), &mut typed) {
            (Wish::Quit, _) => return Ok(()),
            (Wish::Digit(digit), Some(number)) if number.len() < 9 => {
                number.push_str(&digit.to_string())
            }
            (Wish::Erase, Some(number)) => drop(number.pop()),
            (Wish::Forward, Some(number)) => {
                let wanted = number.parse().unwrap_or(1);
                typed = None;
                go_to(&mut screen, &mut player, wanted)?;
            }
            (_, Some(_)) => {}
            (Wish::Forward, None) => player.forward(),
            (Wish::Back, None) => player.back(),
            (Wish::PlayOrPause, None) => {
                player.play_or_pause();
                next_tick = Instant::now();
            }
            (Wish::Faster, None) => player.faster(),
            (Wish::Slower, None) => player.slower(),
            (Wish::GoTo, None) => typed = Some(String::new()),
            (Wish::Digit(_) | Wish::Erase | Wish::Nothing, None) => {}
        }
    }
}

/// Waits for a step far ahead; any key ends the wait.
fn go_to(screen: &mut Screen, player: &mut Player, wanted: usize) -> Result<()> {
    loop {
        player.go_to(wanted);
        if player.place().0 == wanted || player.is_over() || poll(Duration::ZERO)? {
            return Ok(());
        }
        screen.draw(&format!("Going to step {wanted}: at {} …", player.place().1))?;
    }
}

const KEYS: &str = "Enter forward  b back  p play/pause  + - speed  g go to  q quit";

/// One frame of at most 80 by 24.
fn frame(instance: &dyn Instance, player: &Player, typed: Option<&str>) -> String {
    let Some(step) = player.step() else {
        let text = if player.is_over() {
            "The search had no steps."
        } else {
            "Waiting for the search …"
        };
        return format!("{text}\n\n{KEYS}");
    };
    let (at, seen) = player.place();
    let end = if player.is_over() && at == seen { ", the last" } else { "" };
    let mut lines =
        vec![format!("step {at} of {seen} so far{end}: {}", step.event.name()), String::new()];
    let draw = |state: Option<&str>| state.map_or(String::new(), |state| instance.draw(state));
    let (before, after) = (draw(player.before()), draw(step.state.as_deref()));
    lines.extend(side_by_side(&before, &after));
    lines.push(String::new());
    lines.extend(wrapped(&step.why));
    let mode = match typed {
        Some(number) => format!("go to step {number}_  (Enter goes there)"),
        None if player.is_playing() => format!("playing, {} steps a second", player.speed()),
        None => String::new(),
    };
    let lines: Vec<String> =
        lines.iter().take(21).map(|line| line.chars().take(80).collect()).collect();
    format!("{}\n\n{mode}\n{KEYS}", lines.join("\n"))
}

/// A sentence in lines of at most 78 characters.
fn wrapped(sentence: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in sentence.split(' ') {
        let line = lines.last_mut().expect("there is a line");
        if line.is_empty() {
            *line = word.into();
        } else if line.chars().count() + word.chars().count() < 78 {
            *line += " ";
            *line += word;
        } else {
            lines.push(word.into());
        }
    }
    lines
}

/// The state before and the state after, an arrow between them.
fn side_by_side(before: &str, after: &str) -> Vec<String> {
    let height = before.lines().count().max(after.lines().count());
    let width = before.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let (mut left, mut right) = (before.lines(), after.lines());
    let row = |i: usize| {
        let arrow = match (width, i == height / 2) {
            (0, _) => "",
            (_, true) => "   ->   ",
            (_, false) => "        ",
        };
        let (left, right) = (left.next().unwrap_or(""), right.next().unwrap_or(""));
        format!("  {left:<width$}{arrow}{right}").trim_end().to_string()
    };
    (0..height).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_mean_what_the_last_line_says() {
        let press = |c| wish(KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE));
        assert_eq!(press('b'), Wish::Back);
        assert_eq!(press('p'), Wish::PlayOrPause);
        assert_eq!(press('g'), Wish::GoTo);
        assert_eq!(press('7'), Wish::Digit(7));
        assert_eq!(press('q'), Wish::Quit);
        assert_eq!(wish(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)), Wish::Quit);
        assert_eq!(wish(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE)), Wish::Forward);
    }

    #[test]
    fn long_sentences_are_wrapped_and_lose_nothing() {
        let sentence = "a word and another ".repeat(20);
        let lines = wrapped(sentence.trim());
        assert!(lines.len() > 1 && lines.iter().all(|line| line.len() <= 78));
        assert_eq!(lines.join(" "), sentence.trim());
    }

    #[test]
    fn boards_stand_side_by_side() {
        let rows = side_by_side("1 2\n3 .", "1 2\n. 3");
        assert_eq!(rows, ["  1 2        1 2", "  3 .   ->   . 3"]);
        assert_eq!(side_by_side("", "1 2"), ["  1 2"]);
    }
}
