//! `goalward play`.

use std::io::{BufRead, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use goalward::{Limits, Monitor, Rng};
use goalward_lab::{
    Domain, GameOver, InputError, Instance, Match, Player, Purpose, Ready, Report, Run, Spec,
    domains, listed, open,
};

use crate::args::{Play, Side};
use crate::progress::Spinner;
use crate::solve::{hinted, read_text};

/// Plays until the person stops, or one game between two methods.
pub fn run(play: &Play) -> Result<ExitCode> {
    if play.position.as_deref() == Some("-") {
        bail!("standard input is for your moves: give the position as text or @FILE");
    }
    let text = play.position.as_deref().map(read_text).transpose()?;
    let opened = open(&play.settings.on(&play.game)?, text.as_deref(), play.seed);
    let (domain, instance) = opened.map_err(|error| hinted(error, play.position.as_deref()))?;
    let game = instance.game().ok_or_else(|| not_a_game(domain))?;
    for method in play.method.iter().chain(&play.against) {
        try_out(domain, instance.as_ref(), method)?;
    }
    leave_on_interrupt()?;
    let table = Table {
        domain,
        instance: instance.as_ref(),
        game,
        person: match play.side {
            Side::X => Player::X,
            Side::O => Player::O,
        },
        mine: Vec::new(),
        limits: Limits { nodes: Some(play.nodes), time: play.time, ..Limits::default() },
        rng: Rng::new(play.seed),
        out: std::io::stdout().lock(),
    };
    match &play.against {
        Some(against) => table.watch(play.method.as_ref(), against)?,
        None => table.sit_down(play.method.as_ref(), std::io::stdin().lock())?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Makes Ctrl-C end the program, at the prompt and while the engine thinks.
fn leave_on_interrupt() -> Result<()> {
    ctrlc::set_handler(|| {
        eprintln!("\nInterrupted: the game ends here.");
        std::process::exit(130);
    })
    .context("cannot handle Ctrl-C")
}

fn not_a_game(domain: &Domain) -> InputError {
    let is_game = |domain: &&'static Domain| {
        open(&Spec::bare(domain.name), None, 1).is_ok_and(|(_, instance)| instance.game().is_some())
    };
    let games = domains().filter(is_game).map(|domain| domain.name);
    InputError(format!("{} is not a game: choose from {}", domain.name, listed(games)))
}

/// Refuses an unknown method or setting before the game begins.
fn try_out(domain: &'static Domain, instance: &dyn Instance, method: &Spec) -> Result<()> {
    Ready::new(domain, instance, Some(method), Purpose::Answer)?;
    Ok(())
}

/// What can be typed, the game's own moves first.
fn help(game: &dyn Match) -> String {
    let (moves, does) = game.move_help();
    let rows = [
        (moves.as_str(), does),
        ("hint", "to see the value of every move"),
        ("undo", "to take back your last move and the reply"),
        ("new", "to begin again"),
        ("help", "to see this"),
        ("quit", "to stop playing"),
    ];
    let width = rows.iter().map(|(typed, _)| typed.len()).max().unwrap_or(0);
    let rows = rows.iter().map(|(typed, does)| format!("\n  {typed:<width$}  {does}"));
    format!("At the prompt type{}", rows.collect::<String>())
}

/// A game between a person and the engine, or between two methods.
struct Table<'a, W> {
    domain: &'static Domain,
    /// Where games begin.
    instance: &'a dyn Instance,
    game: Box<dyn Match>,
    /// The side of the person, or of the method in their place.
    person: Player,
    /// How many moves had been made before each of the person's.
    mine: Vec<usize>,
    /// For each move of the engine.
    limits: Limits,
    /// Gives each search its seed.
    rng: Rng,
    out: W,
}

/// Whether to go on.
#[derive(PartialEq)]
enum Next {
    Go,
    Stop,
}

impl<W: Write> Table<'_, W> {
    /// One game between two methods, `against` in the person's place.
    fn watch(mut self, method: Option<&Spec>, against: &Spec) -> Result<()> {
        let (first, second) = (self.person, self.person.other());
        writeln!(self.out, "{first} is {against}, {second} is {}.", self.name(method))?;
        self.show_board()?;
        while let Some(turn) = self.game.turn() {
            self.engine_moves(if turn == self.person { Some(against) } else { method })?;
        }
        Ok(())
    }

    /// Games between a person and a method, until the person stops.
    fn sit_down(mut self, method: Option<&Spec>, mut input: impl BufRead) -> Result<()> {
        let echo = !std::io::stdin().is_terminal();
        let (first, second) = (self.person, self.person.other());
        writeln!(
            self.out,
            "You are {first}, {second} is {}. {}",
            self.name(method),
            help(&*self.game)
        )?;
        self.show_board()?;
        loop {
            while self.game.turn().is_some_and(|turn| turn != self.person) {
                self.engine_moves(method)?;
            }
            match self.game.turn() {
                Some(turn) => write!(self.out, "{turn} to move (you): ")?,
                None => write!(self.out, "{}new, undo or quit: ", self.fate())?,
            }
            self.out.flush()?;
            let Some(line) = read_line(&mut input)? else {
                writeln!(self.out, "\nEnd of input: the game ends here.")?;
                return Ok(());
            };
            if echo {
                writeln!(self.out, "{line}")?;
            }
            if self.answer(line.trim())? == Next::Stop {
                return Ok(());
            }
        }
    }

    fn name(&self, method: Option<&Spec>) -> String {
        method.map_or(self.instance.default_method().to_string(), Spec::to_string)
    }

    /// Does what the person typed, or says why not.
    fn answer(&mut self, line: &str) -> Result<Next> {
        match line.to_lowercase().as_str() {
            "quit" | "q" | "exit" => {
                writeln!(self.out, "Bye.")?;
                return Ok(Next::Stop);
            }
            "help" | "h" | "?" => writeln!(self.out, "{}", help(&*self.game))?,
            "hint" => self.hint()?,
            "undo" => self.undo()?,
            "new" => {
                self.game = self.instance.game().expect("it was a game before");
                self.mine.clear();
                writeln!(self.out, "A new game.")?;
                self.show_board()?;
            }
            _ if self.game.turn().is_none() => writeln!(self.out, "No: the game is over.")?,
            _ => {
                let before = self.game.played();
                match self.game.play(line) {
                    Ok(_) => {
                        self.mine.push(before);
                        self.show_board()?;
                    }
                    Err(why) => writeln!(self.out, "No: {why}.")?,
                }
            }
        }
        Ok(Next::Go)
    }

    fn engine_moves(&mut self, method: Option<&Spec>) -> Result<()> {
        let Some(turn) = self.game.turn() else { return Ok(()) };
        let report = self.ask(method)?;
        let chosen = report.facts.get("chosen").and_then(|chosen| chosen.as_str());
        let chosen = match chosen {
            Some(chosen) => chosen.to_string(),
            // The limits were too tight for any answer.
            None => self.rng.pick(&self.game.moves()).cloned().unwrap_or_default(),
        };
        let played = self.game.play(&chosen).map_err(InputError)?;
        writeln!(self.out, "{turn} plays {played}.")?;
        self.show_board()
    }

    fn ask(&mut self, method: Option<&Spec>) -> Result<Report> {
        let monitor = Arc::new(Monitor::default());
        let limits = Limits { monitor: Some(monitor.clone()), ..self.limits.clone() };
        let mut run = Run { seed: self.rng.bits(), limits, jobs: 1, trace: None };
        let position = self.game.position();
        let _spinner = Spinner::start(monitor);
        Ok(goalward_lab::run(self.domain, position.as_ref(), method, &mut run)?)
    }

    /// The value of every move by the game's default method, whatever the engine plays.
    fn hint(&mut self) -> Result<()> {
        if self.game.turn().is_none() {
            writeln!(self.out, "The game is over: there is no move to rate.")?;
            return Ok(());
        }
        let position = self.game.position();
        let default: Spec = position.default_method().parse().expect("a default is well formed");
        let method =
            position.methods().into_iter().find(|method| method.about.name == default.name);
        let rates_all =
            method.is_some_and(|method| method.params.iter().any(|param| param.name == "moves"));
        let spec = if rates_all { default.with("moves", "all") } else { default };
        let report = self.ask(Some(&spec))?;
        writeln!(self.out, "{}", report.summary)?;
        for note in &report.notes {
            writeln!(self.out, "  {note}")?;
        }
        Ok(())
    }

    /// Takes back the person's last move and what came after it.
    fn undo(&mut self) -> Result<()> {
        let Some(before) = self.mine.pop() else {
            writeln!(self.out, "You have no move to take back.")?;
            return Ok(());
        };
        while self.game.played() > before {
            self.game.undo();
        }
        writeln!(self.out, "Taken back.")?;
        self.show_board()
    }

    /// How the game ended for the person, if it did not end in a draw.
    fn fate(&self) -> &'static str {
        match self.game.over() {
            Some(GameOver::Won(winner)) if winner == self.person => "You have won; ",
            Some(GameOver::Won(_)) => "You have lost; ",
            _ => "",
        }
    }

    fn show_board(&mut self) -> Result<()> {
        writeln!(self.out)?;
        for line in self.game.drawing().lines() {
            writeln!(self.out, "  {}", line.trim_end())?;
        }
        writeln!(self.out)?;
        if let Some(over) = self.game.over() {
            writeln!(self.out, "The game is over: {over}.")?;
        }
        Ok(())
    }
}

/// At most this many characters of a line are used; the rest is ignored.
const LONGEST: usize = 60;

/// The next line, whatever bytes it is made of; none at the end of the input.
fn read_line(input: &mut impl BufRead) -> Result<Option<String>> {
    let mut bytes = Vec::new();
    if input.read_until(b'\n', &mut bytes).context("cannot read your move")? == 0 {
        return Ok(None);
    }
    let line = String::from_utf8_lossy(&bytes);
    Ok(Some(line.trim().chars().take(LONGEST).collect()))
}
