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
use goalward_lab::Step;

use super::player::Player;

/// The terminal in raw mode; restored when this is dropped, whatever happens.
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
        // If this fails, there is nowhere left to report it.
        let _ = execute!(self.0, Show, LeaveAlternateScreen);
        let _ = disable_raw_mode();
    }
}

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Wish {
    Forward,
    Back,
    PlayOrPause,
    Faster,
    Slower,
    GoTo,
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
        _ => Wish::Nothing,
    }
}

/// Shows steps until the watcher has had enough.
pub fn show(steps: Receiver<Step>) -> Result<()> {
    let mut screen = Screen::take()?;
    let mut player = Player::new(steps);
    player.go_to(1);
    let mut prompt: Option<Prompt> = None;
    let mut next_tick = Instant::now();
    loop {
        screen.draw(&frame(&player, prompt.as_ref(), Extent::of_terminal()))?;
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
        // A new size is drawn at once.
        let Event::Key(key) = read()? else { continue };
        if let Some(typed) = &mut prompt {
            match typed.take(key) {
                Typed::More => {}
                Typed::Leave => prompt = None,
                Typed::Quit => return Ok(()),
                Typed::GoTo(wanted) => {
                    prompt = None;
                    go_to(&mut screen, &mut player, wanted)?;
                }
            }
            continue;
        }
        match wish(key) {
            Wish::Quit => return Ok(()),
            Wish::Forward => player.forward(),
            Wish::Back => player.back(),
            Wish::PlayOrPause => {
                player.play_or_pause();
                next_tick = Instant::now();
            }
            Wish::Faster => player.faster(),
            Wish::Slower => player.slower(),
            Wish::GoTo => prompt = Some(Prompt::default()),
            Wish::Nothing => {}
        }
    }
}

/// The number being typed after `g`.
#[derive(Debug, Default)]
struct Prompt {
    number: String,
    /// The key that was refused last.
    refused: Option<char>,
}

/// What a key at the prompt does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Typed {
    More,
    Leave,
    Quit,
    GoTo(usize),
}

impl Prompt {
    fn take(&mut self, key: KeyEvent) -> Typed {
        if key.kind == KeyEventKind::Release {
            return Typed::More;
        }
        self.refused = None;
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c' | 'd') if control => return Typed::Quit,
            KeyCode::Esc | KeyCode::Char('q') => return Typed::Leave,
            KeyCode::Enter => {
                return self.number.parse().map_or(Typed::Leave, Typed::GoTo);
            }
            KeyCode::Backspace => drop(self.number.pop()),
            KeyCode::Char(c) if c.is_ascii_digit() && self.number.len() < 12 => self.number.push(c),
            KeyCode::Char(c) => self.refused = Some(c),
            _ => {}
        }
        Typed::More
    }

    fn words(&self) -> String {
        match self.refused {
            Some(c) if c.is_ascii_digit() => format!("go to step {}_  too long", self.number),
            Some(c) => format!("go to step {}_  `{c}` is not a digit", self.number),
            None => format!("go to step {}_  Enter goes there, Esc cancels", self.number),
        }
    }
}

/// Waits for a step far ahead; any key ends the wait.
fn go_to(screen: &mut Screen, player: &mut Player, wanted: usize) -> Result<()> {
    loop {
        player.go_to(wanted);
        if player.place().1 >= wanted || player.is_over() || poll(Duration::ZERO)? {
            return Ok(());
        }
        let at = player.place().1;
        screen
            .draw(&format!("Going to step {wanted}: at {at} …\n\nAny key stops here, q quits."))?;
    }
}

const MARKS: &str = "-: ruled out  ×: ruled out in this step";

const KEYS: &str = "Enter forward  b back  p play  + - speed  g go to  q quit";

/// The columns and rows of a terminal.
#[derive(Clone, Copy, Debug)]
struct Extent {
    columns: usize,
    rows: usize,
}

impl Extent {
    fn of_terminal() -> Self {
        // A terminal that does not report its size has the usual one.
        let (columns, rows) = crossterm::terminal::size().unwrap_or((80, 24));
        Extent { columns: usize::from(columns).max(20), rows: usize::from(rows).max(6) }
    }
}

/// One frame that fits the terminal and uses all of it: below the step shown, the steps before
/// it.
fn frame(player: &Player, prompt: Option<&Prompt>, Extent { columns, rows }: Extent) -> String {
    let keys = wrapped(KEYS, columns);
    let Some(step) = player.step() else {
        let text = if player.is_over() {
            "The search made no steps."
        } else {
            "Waiting for the search …"
        };
        return format!("{text}\n\n{}", keys.join("\n"));
    };
    let (at, seen) = player.place();
    let end = match (player.is_over() && at == seen, at == player.first() && at > 1) {
        (true, _) => ", the last",
        (_, true) => ", the earliest kept",
        _ => "",
    };
    let mut lines =
        wrapped(&format!("step {at} of {seen} so far{end}: {}", step.event.name()), columns);
    lines.push(String::new());
    let drawing = step.drawing.clone().unwrap_or_default();
    let (mut arrow, mut is_board) = ("->", false);
    let (before, after) = match &step.domains {
        // The values struck out say more than two equal boards.
        Some(domains) => {
            // A drawing of the same height is the board with values struck out: it says more.
            is_board = drawing.lines().count() == domains.lines().count();
            let alone = is_board || step.state.as_ref() == Some(&drawing);
            arrow = "  ";
            lines.extend([MARKS.into(), String::new()]);
            (if alone { String::new() } else { drawing }, domains.clone())
        }
        None => (player.before().unwrap_or_default().into(), drawing),
    };
    let place = change(&before, &after);
    // One board says as much as two that are equal.
    let before = if before == after { String::new() } else { before };
    let why = wrapped(&step.why, columns);
    // The reason, the mode line and the keys keep their places.
    let room = rows.saturating_sub(lines.len() + why.len() + keys.len() + 3);
    let is_list = step.domains.is_some() && !is_board;
    let after = if is_list { in_columns(&after, &before, room, columns) } else { after };
    lines.extend(window(boards(&before, &after, arrow, columns), place, room, columns));
    lines.push(String::new());
    lines.extend(why);
    let mode = match prompt {
        Some(prompt) => prompt.words(),
        None if player.is_playing() => format!("playing, {} steps a second", player.speed()),
        None => String::new(),
    };
    let left = rows.saturating_sub(lines.len() + keys.len() + 2);
    if left > 1 && player.earlier().next().is_some() {
        lines.push(String::new());
        let line = |(back, step): (usize, &Step)| {
            let text = format!("{:>6}  {}: {}", at - 1 - back, step.event.name(), step.why);
            short(&text, columns)
        };
        lines.extend(player.earlier().take(left - 1).enumerate().map(line));
    }
    lines.truncate(rows.saturating_sub(keys.len() + 2));
    format!("{}\n\n{}\n{}", lines.join("\n"), short(&mode, columns), keys.join("\n"))
}

/// The line, cut to this many columns.
fn short(line: &str, columns: usize) -> String {
    match line.chars().count() <= columns {
        true => line.into(),
        false => line.chars().take(columns - 1).chain(['…']).collect(),
    }
}

/// Where two drawings differ first, or where a value is ruled out: its line and its column.
fn change(before: &str, after: &str) -> (usize, usize) {
    let struck = after
        .lines()
        .enumerate()
        .find_map(|(row, line)| Some((row, line.chars().position(|c| c == '×')?)));
    let differs = || {
        let lines = before.lines().zip(after.lines()).enumerate();
        lines.filter(|(_, (one, other))| one != other).find_map(|(row, (one, other))| {
            Some((row, one.chars().zip(other.chars()).position(|(a, b)| a != b)?))
        })
    };
    struck.or_else(differs).unwrap_or_default()
}

/// As much of a drawing as there is room for, around a place in it, with a mark wherever
/// something is left out.
fn window(
    drawing: Vec<String>,
    (row, column): (usize, usize),
    rows: usize,
    columns: usize,
) -> Vec<String> {
    let from = |place: usize, all: usize, room: usize| match all > room {
        true => place.saturating_sub(room / 2).min(all - room),
        false => 0,
    };
    let widest = drawing.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    // A drawing is indented by two.
    let left = from(column + 2, widest, columns);
    let top = from(row, drawing.len(), rows);
    let is_cut_below = drawing.len() > top + rows;
    let line = |(i, line): (usize, &String)| {
        if (i == 0 && top > 0) || (i + 1 == rows && is_cut_below) {
            return "  …".into();
        }
        match left {
            0 => short(line, columns),
            _ => {
                let rest: String = line.chars().skip(left + 1).collect();
                short(&format!("…{rest}"), columns)
            }
        }
    };
    drawing.iter().skip(top).take(rows).enumerate().map(line).collect()
}

/// A list in this many rows, in several columns if it is longer, next to a board.
fn in_columns(list: &str, board: &str, rows: usize, columns: usize) -> String {
    let lines: Vec<&str> = list.lines().collect();
    let widest = |lines: &mut dyn Iterator<Item = &str>| {
        lines.map(|line| line.chars().count()).max().unwrap_or(0)
    };
    let width = widest(&mut lines.iter().copied());
    // The gap between a board and a list takes 8 columns, and the indent 2.
    let beside = match widest(&mut board.lines()) {
        0 => 2,
        board if board + 10 + width > columns => 2,
        board => board + 10,
    };
    let across = |beside: usize| (columns.saturating_sub(beside) + 3) / (width + 3);
    // The whole list is better than the board with a part of the list.
    let across = match lines.len() > rows * across(beside) && lines.len() <= rows * across(2) {
        true => across(2),
        false => across(beside),
    };
    if lines.len() <= rows || across < 2 || rows == 0 {
        return list.into();
    }
    let mut shown = lines;
    if shown.len() > rows * across {
        shown.truncate(rows * across - 1);
        shown.push("…");
    }
    let rows = shown.len().div_ceil(across);
    let line = |row: usize| {
        let cells = shown.iter().skip(row).step_by(rows).map(|cell| format!("{cell:<width$}"));
        cells.collect::<Vec<_>>().join("   ").trim_end().to_string()
    };
    (0..rows).map(line).collect::<Vec<_>>().join("\n")
}

/// A sentence in lines of at most this many characters.
fn wrapped(sentence: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in sentence.split(' ') {
        let line = lines.last_mut().expect("there is a line");
        if line.is_empty() {
            *line = word.into();
        } else if line.chars().count() + 1 + word.chars().count() <= columns {
            *line += " ";
            *line += word;
        } else {
            lines.push(word.into());
        }
    }
    lines.iter().map(|line| short(line, columns)).collect()
}

/// The states before and after, side by side if they fit, otherwise only the state after.
fn boards(before: &str, after: &str, arrow: &str, columns: usize) -> Vec<String> {
    let beside = side_by_side(before, after, arrow);
    match beside.iter().all(|line| line.chars().count() <= columns) {
        true => beside,
        false => side_by_side("", after, arrow),
    }
}

/// The state before and the state after, an arrow between them.
fn side_by_side(before: &str, after: &str, arrow: &str) -> Vec<String> {
    let height = before.lines().count().max(after.lines().count());
    let width = before.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let (mut left, mut right) = (before.lines(), after.lines());
    let row = |i: usize| {
        let between = match (width, i == height / 2) {
            (0, _) => String::new(),
            (_, true) => format!("   {arrow}   "),
            (_, false) => "        ".into(),
        };
        let (left, right) = (left.next().unwrap_or(""), right.next().unwrap_or(""));
        format!("  {left:<width$}{between}{right}").trim_end().to_string()
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
        assert_eq!(press('7'), Wish::Nothing);
        assert_eq!(press('q'), Wish::Quit);
        assert_eq!(wish(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)), Wish::Quit);
        assert_eq!(wish(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE)), Wish::Forward);
    }

    #[test]
    fn the_prompt_takes_digits_and_refuses_letters() {
        let press = |c| KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE);
        let mut prompt = Prompt::default();
        for c in "4x2".chars() {
            assert_eq!(prompt.take(press(c)), Typed::More);
            assert_eq!(prompt.words().contains("`x` is not a digit"), c == 'x');
        }
        let enter = KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE);
        assert_eq!(prompt.take(enter), Typed::GoTo(42));
        assert_eq!(Prompt::default().take(enter), Typed::Leave);
        assert_eq!(prompt.take(press('q')), Typed::Leave);
        let control = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert_eq!(prompt.take(control), Typed::Quit);
    }

    #[test]
    fn long_sentences_are_wrapped_and_lose_nothing() {
        let sentence = "a word and another ".repeat(20);
        let lines = wrapped(sentence.trim(), 60);
        assert!(lines.len() > 1 && lines.iter().all(|line| line.len() <= 60));
        assert_eq!(lines.join(" "), sentence.trim());
    }

    #[test]
    fn a_frame_fits_every_terminal_and_uses_all_of_it() {
        let (domain, instance) = goalward_lab::open(&"8-puzzle".parse().unwrap(), None, 1).unwrap();
        let (sender, steps) = std::sync::mpsc::channel();
        let mut tell = |step: Step| sender.send(step).unwrap();
        let limits = goalward::Limits { nodes: Some(50), ..Default::default() };
        let mut run = goalward_lab::Run { seed: 1, limits, jobs: 1, trace: Some(&mut tell) };
        goalward_lab::run(domain, instance.as_ref(), None, &mut run).unwrap();
        let mut player = Player::new(steps);
        player.go_to(80);
        for (columns, rows) in [(60, 20), (60, 24), (80, 24), (132, 50), (30, 10)] {
            let text = frame(&player, None, Extent { columns, rows });
            let lines: Vec<&str> = text.split('\n').collect();
            assert!(lines.len() <= rows, "{columns}x{rows}: {text}");
            assert!(lines.iter().all(|line| line.chars().count() <= columns), "{text}");
            assert!(text.ends_with("quit") && text.starts_with("step 80 of"), "{text}");
            assert!(rows < 20 || lines.len() == rows, "{columns}x{rows}: {text}");
        }
    }

    #[test]
    fn a_drawing_that_is_too_large_is_shown_where_it_changes() {
        let map = |at: usize| {
            let line =
                |row: usize| (0..90).map(move |x| if x == at && row == at { 'o' } else { '.' });
            (0..90).map(|row| line(row).collect()).collect::<Vec<String>>().join("\n")
        };
        for at in [0, 5, 44, 88] {
            let (before, after) = (map(at + 1), map(at));
            let (row, column) = change(&before, &after);
            assert_eq!(row, at);
            let seen = window(boards("", &after, "->", 60), (row, column), 20, 60);
            assert!(seen.len() == 20 && seen.iter().all(|line| line.chars().count() <= 60));
            assert!(seen.iter().any(|line| line.contains('o')), "{at}: {seen:?}");
        }
        let small = boards("", "1 2\n3 .", "->", 60);
        assert_eq!(window(small.clone(), (0, 0), 20, 60), small);
        assert_eq!(change("1 2\n- 3", "1 2\n× 3"), (1, 0));
    }

    #[test]
    fn a_long_list_has_several_columns() {
        let list = (1..=20).map(|i| format!("x{i}: 1 2 3")).collect::<Vec<_>>().join("\n");
        assert_eq!(in_columns(&list, "", 20, 60), list);
        assert_eq!(in_columns(&list, "", 5, 14), list);
        let columns = in_columns(&list, "", 7, 60);
        assert!(
            columns.starts_with("x1: 1 2 3    x6: 1 2 3    x11: 1 2 3   x16: 1 2 3\n"),
            "{columns}"
        );
        assert_eq!(columns.lines().count(), 5);
        let whole = in_columns(&list, "a board that is wide", 7, 45);
        assert!(whole.lines().count() == 7 && !whole.contains('…'), "{whole}");
        let cut = in_columns(&list, "a board", 4, 45);
        assert!(cut.ends_with('…') && cut.lines().count() == 4, "{cut}");
    }

    #[test]
    fn boards_stand_side_by_side() {
        let rows = side_by_side("1 2\n3 .", "1 2\n. 3", "->");
        assert_eq!(rows, ["  1 2        1 2", "  3 .   ->   . 3"]);
        assert_eq!(side_by_side("", "1 2", "->"), ["  1 2"]);
    }
}
