//! The command line.

mod compare;
mod errors;
mod tools;
mod values;

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

use anyhow::Context;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use goalward_lab::{Spec, units};

#[cfg(feature = "page")]
use crate::lab::Lab;
use crate::settings::DomainSettings;

pub use compare::{By, Compare, DomainList, Drawn, Ended, Output, Report, Venue};
pub use errors::{complain, explain, on_terminal, takes_colour};
pub use tools::{Completions, Exercise, Exercises, Man, Pdb, PdbBuild, PdbFiles};
pub use values::DRAWN;
use values::{how_many, limit, seed};

/// State a problem once; run, watch, measure and compare every classical search on it.
#[derive(Debug, Parser)]
#[command(
    name = "goalward",
    version,
    after_help = more_help()
)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// Examples and exit codes.
fn more_help() -> String {
    let lab = if cfg!(feature = "page") { "\n  goalward lab" } else { "" };
    format!(
        "Examples:\n  \
        goalward list\n  \
        goalward solve 8-puzzle\n  \
        goalward solve queens 4 --all\n  \
        goalward count queens 4..12 --distinct\n  \
        goalward solve 8-puzzle \"8 0 6 5 4 7 2 3 1\" --method \"astar(manhattan)\" --boards\n  \
        goalward compare 8-puzzle\n  \
        goalward play tictactoe\n  \
        goalward audit 8-puzzle\n  \
        goalward check 8-puzzle \"1 2 0 3 4 5 6 7 8\" \"L L\"{lab}\n\n\
        Exit codes: 0 done, 1 an internal error or a wrong answer, 2 bad usage or input, 11 \
        unsolvable,\n\
        12 stuck, 22 out of memory, 23 out of time, 24 out of nodes,\n\
        25 a cost is too large, 130 interrupted."
    )
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Show the domains, their methods, heuristics and instance sets
    List(List),
    /// Solve one instance with one method
    Solve(Box<Solve>),
    /// Compare methods on many instances
    Compare(Box<Compare>),
    /// Show the results of a comparison or a count again, from its folder
    Report(Report),
    /// Play a game against the engine, or let two methods play each other
    Play(Box<Play>),
    /// Count every solution
    Count(Count),
    /// Check heuristics, evaluators and landscapes against exact values
    Audit(Box<Audit>),
    /// Check your own plan, assignment or move
    Check(Box<Check>),
    /// Mark a program: run it on the instances of a sheet and judge what it prints
    Mark(Mark),
    /// Open the lab page in the browser: watch, race, play and compare
    #[cfg(feature = "page")]
    Lab(Lab),
    /// Build, list, verify and remove pattern databases for sliding tiles
    #[command(subcommand)]
    Pdb(Pdb),
    /// Exercises whose answers are computed by running the searches
    Exercise(Exercises),
    /// Print completions for a shell
    Completions(Completions),
    /// Print a manual page, or write them all
    Man(Man),
    /// Print the reference of every command, domain and method as Markdown
    Reference,
}

/// `goalward count`
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    goalward count queens 8\n  \
    goalward count queens 4..14 --distinct\n  \
    goalward count queens 1..12 --json\n  \
    goalward count queens 18 --out DIR              run it again to continue\n  \
    goalward count queens 20 --out DIR --slurm time=2:00:00 --wait")]
pub struct Count {
    /// The domain whose solutions are counted: queens
    pub domain: String,
    /// N, or A..B with both ends included
    #[arg(value_name = "N|A..B")]
    pub range: String,
    /// Also count the solutions that differ by more than rotation and reflection
    #[arg(long)]
    pub distinct: bool,
    /// Stop each N after this long, such as 10s, 500ms or 2h
    #[arg(long, value_name = "TIME", value_parser = units::duration, allow_hyphen_values = true)]
    pub time: Option<Duration>,
    /// Print one JSON object for each N and nothing else
    #[arg(long)]
    pub json: bool,
    /// Number of threads; by default one per core
    #[arg(short, long, value_name = "N", value_parser = units::jobs, allow_hyphen_values = true)]
    pub jobs: Option<usize>,
    #[command(flatten)]
    pub place: Venue,
}

/// `goalward audit`
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    goalward audit 8-puzzle\n  \
    goalward audit 8-puzzle --heuristic misplaced-blank --goal blank-last\n  \
    goalward audit tiles --size 2x4 --heuristic manhattan --heuristic \"pdb(3-4)\"\n  \
    goalward audit 15-puzzle --samples 500 --seed 7 --json\n  \
    goalward audit graph --heuristic-from @table.txt\n  \
    goalward audit 8-puzzle --heuristic-from \"python3 mine.py\"\n  \
    goalward audit queens 8\n  \
    goalward audit connect4 --samples 50\n\n\
    A heuristic is admissible if it never exceeds the cost of the cheapest path to the goal, and\n\
    consistent if no move lowers it by more than the move costs. If there are few enough states,\n\
    all are checked; otherwise a random sample is solved optimally, which can refute but not prove.\n\
    The exit code is 0 even if a heuristic is refuted.")]
pub struct Audit {
    /// The kind of problem: tiles, 8-puzzle, queens, connect4 …
    pub domain: Spec,
    /// The instance, if it matters, such as the number of queens; for a board only the size is used
    pub instance: Option<String>,
    /// What to audit, such as manhattan or pdb(4-4); may be repeated; by default the usual ones
    #[arg(long, value_name = "NAME")]
    pub heuristic: Vec<Spec>,
    /// Audit your own estimates: @FILE is a table of states and numbers; anything else is a command
    /// that reads states, one per line, and answers each with a number on a line
    #[arg(long, value_name = "@FILE|COMMAND", conflicts_with = "heuristic")]
    pub heuristic_from: Option<String>,
    /// Check this many random states, even if all states could be checked
    #[arg(long, value_name = "N", value_parser = how_many, allow_hyphen_values = true)]
    pub samples: Option<u64>,
    /// The random seed: a number, or `random` to choose and print one
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed, allow_hyphen_values = true)]
    pub seed: u64,
    /// Stop each audit after this long, such as 10s or 2h, and report what was found
    #[arg(long, value_name = "TIME", value_parser = units::duration, allow_hyphen_values = true)]
    pub time: Option<Duration>,
    /// Stop each audit after checking or expanding this many states, such as 20k or 5M
    #[arg(long, value_name = "COUNT", value_parser = units::count, allow_hyphen_values = true)]
    pub nodes: Option<u64>,
    /// Use no more memory than this, such as 200M or 2G; by default three quarters of free memory
    #[arg(long, value_name = "BYTES", value_parser = units::bytes, allow_hyphen_values = true)]
    pub memory: Option<u64>,
    /// Print one JSON object for each audit and nothing else
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub settings: DomainSettings,
}

/// `goalward check`
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    goalward check 8-puzzle \"1 2 0 3 4 5 6 7 8\" \"L L\"\n  \
    goalward check 8-puzzle @board.txt @plan.txt --optimal\n  \
    goalward check graph \"romania, Arad, Bucharest\" \"Sibiu, Fagaras, Bucharest\"\n  \
    goalward check queens 6 \"2 4 6 1 3 5\"\n  \
    goalward check \"coloring(colors=3)\" australia \"1 2 3 1 2 1 1\"\n  \
    goalward check tictactoe X........ 5\n\n\
    A plan is a list of moves; an assignment is a value for each variable, in order or by name as\n\
    in WA=1 NT=2; a move is written as in `goalward play`. The answer may also be `unsolvable`. The\n\
    exit code is 0 if the answer is correct, 1 if it is wrong, and that of the limit if a limit ends\n\
    the check first. A move in a game is correct if it keeps the value of the position: a win, a\n\
    draw or a loss.")]
pub struct Check {
    /// The kind of problem: tiles, 8-puzzle, queens, sudoku, tictactoe …
    pub domain: Spec,
    /// The instance: text, @FILE, - for standard input, or SET:NUMBER
    pub instance: String,
    /// The answer: text, @FILE, or - for standard input
    #[arg(value_name = "PLAN", required = true)]
    pub answer: Vec<String>,
    /// Accept only an optimal answer
    #[arg(long)]
    pub optimal: bool,
    /// Stop the search for the optimum after this long, such as 10s or 2m
    #[arg(long, value_name = "TIME", value_parser = units::duration, allow_hyphen_values = true)]
    pub time: Option<Duration>,
    /// Stop that search after expanding this many nodes, such as 5M; 100M unless --time is given
    #[arg(long, value_name = "COUNT", value_parser = units::count, allow_hyphen_values = true)]
    pub nodes: Option<u64>,
    /// Use no more memory than this, such as 2G; by default three quarters of free memory
    #[arg(long, value_name = "BYTES", value_parser = units::bytes, allow_hyphen_values = true)]
    pub memory: Option<u64>,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub settings: DomainSettings,
}

/// `goalward mark`
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    goalward mark examples/sheets/tiles.toml -- python3 examples/sheets/tiles.py\n  \
    goalward mark sheet.toml --boards -- ./student\n  \
    goalward mark sheet.toml --json -- java -jar student.jar\n\n\
    The program gets an instance on its standard input, or as its last argument if the sheet says\n\
    so, and prints its answer; a line `nodes: N` reports how many nodes it expanded. It is stopped\n\
    at the sheet's limits, with all processes that it started. docs/teachers.md explains how to\n\
    write a sheet. The exit code is 0 if the program gets the points that the sheet requires, and\n\
    1 if it gets fewer.")]
pub struct Mark {
    /// The sheet, a TOML file
    #[arg(value_name = "SHEET")]
    pub sheet: PathBuf,
    /// Stop each run after this long, such as 2s, instead of the sheet's limit
    #[arg(long, value_name = "TIME", value_parser = units::duration, allow_hyphen_values = true)]
    pub time: Option<Duration>,
    /// Let each run have this much address space, such as 2G, instead of the sheet's limit
    #[arg(long, value_name = "BYTES", value_parser = units::bytes, allow_hyphen_values = true)]
    pub memory: Option<u64>,
    /// Draw the error in each wrong answer
    #[arg(long, conflicts_with = "json")]
    pub boards: bool,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
    /// The program and its arguments, after --
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,
}

/// `goalward list`
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  goalward list\n  goalward list 8-puzzle")]
pub struct List {
    /// Show one domain with all its settings
    pub domain: Option<Spec>,
}

/// `goalward solve`
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    goalward solve 8-puzzle\n  \
    goalward solve tiles \"3 1 2 4 7 5 6 8 0\" --goal \"0 1 2 3 4 5 6 7 8\" --method \"astar(misplaced)\"\n  \
    goalward solve tiles @board.txt --goal blank-last --boards\n  \
    goalward solve 8-puzzle --walk 25 --seed 7 --method \"wastar(manhattan, weight=2.5)\"\n  \
    goalward solve 8-puzzle --depth 8 --watch\n  \
    goalward solve 8-puzzle --walk 20 --replay lesson.html\n  \
    goalward solve 15-puzzle korf100:79 --method \"idastar(manhattan)\" --time 10s --json\n  \
    goalward solve queens 8 --method \"hill-climbing(sideways=100, restarts=10)\"\n  \
    goalward solve queens 8 --method forward-checking --limit 5\n  \
    goalward solve graph romania:1 --limit 3\n  \
    goalward solve sudoku @grid.txt --method \"mac(order=mrv)\" --all\n  \
    goalward solve \"coloring(colors=4)\" @graph.col\n\n\
    A method is name or name(argument, key=value); `goalward list DOMAIN` shows them all.")]
pub struct Solve {
    /// The kind of problem: tiles, 8-puzzle, queens, sudoku, coloring …
    pub domain: Spec,
    /// The instance: text, @FILE, - for standard input, or SET:NUMBER; without it, one is made from the seed
    pub instance: Option<String>,
    /// The method, such as bfs, astar(manhattan) or wastar(misplaced, weight=2.5)
    #[arg(short, long, value_name = "SPEC")]
    pub method: Option<Spec>,
    /// The random seed: a number, or `random` to choose and print one
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed, allow_hyphen_values = true)]
    pub seed: u64,
    /// Stop after this long, such as 10s, 500ms or 2h
    #[arg(long, value_name = "TIME", value_parser = units::duration, allow_hyphen_values = true)]
    pub time: Option<Duration>,
    /// Stop after expanding this many nodes, such as 20k or 5M
    #[arg(long, value_name = "COUNT", value_parser = units::count, allow_hyphen_values = true)]
    pub nodes: Option<u64>,
    /// Use no more memory than this, such as 200M or 2G; by default three quarters of free memory
    #[arg(long, value_name = "BYTES", value_parser = units::bytes, allow_hyphen_values = true)]
    pub memory: Option<u64>,
    /// Threads for one search, if the method can use them; the result is the same
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = units::jobs, allow_hyphen_values = true)]
    pub jobs: usize,
    /// Draw every board on the path, or every solution
    #[arg(long, conflicts_with = "json")]
    pub boards: bool,
    /// Watch the search step by step: Enter forward, b back, p play, g go to, q quit
    #[arg(long, conflicts_with_all = ["json", "trace"])]
    pub watch: bool,
    /// Find the first K solutions, if the method can
    #[arg(long, value_name = "K", value_parser = limit, allow_hyphen_values = true, group = "find")]
    pub limit: Option<u64>,
    /// Find every solution, if the method can
    #[arg(long, group = "find")]
    pub all: bool,
    /// Count the solutions, if the method can
    #[arg(long, group = "find")]
    pub count: bool,
    /// Write each event of the search to this file, one JSON object per line
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
    /// Write a replay of the search to this file, an HTML page that needs no server
    #[cfg(feature = "page")]
    #[arg(long, value_name = "FILE", conflicts_with = "watch")]
    pub replay: Option<PathBuf>,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub settings: DomainSettings,
}

/// `goalward play`
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    goalward play tictactoe\n  \
    goalward play connect4 --as o --position 4433\n  \
    goalward play \"mnk(4, 4, 3)\" --method \"mcts(playouts=5000)\" --seed 7\n  \
    goalward play connect4 --method \"alpha-beta(depth=6)\" --against random\n\n\
    X moves first. At the prompt type a move, hint, undo, new, help or quit; help explains how\n\
    to type the game's moves.")]
pub struct Play {
    /// The game, such as tictactoe, connect4 or mnk(ROWS, COLUMNS, K)
    pub game: Spec,
    /// The side that you play, or that the method of --against plays: x moves first, o second
    #[arg(long = "as", value_name = "SIDE", default_value = "x", ignore_case = true)]
    pub side: Side,
    /// The method that plays the other side; by default the game's own choice
    #[arg(short, long, value_name = "SPEC")]
    pub method: Option<Spec>,
    /// Let this method play in your place, and watch one game
    #[arg(long, value_name = "SPEC")]
    pub against: Option<Spec>,
    /// The position to start from: text or @FILE; by default that of a new game
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// The random seed, or `random` to choose one; the same seed and moves give the same game
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed, allow_hyphen_values = true)]
    pub seed: u64,
    /// Nodes the engine may expand per move, such as 20k or 5M
    #[arg(
        long,
        value_name = "COUNT",
        default_value = "3M",
        value_parser = units::count,
        allow_hyphen_values = true
    )]
    pub nodes: u64,
    /// Time the engine may use per move, such as 500ms; games may then differ from run to run
    #[arg(long, value_name = "TIME", value_parser = units::duration, allow_hyphen_values = true)]
    pub time: Option<Duration>,
    #[command(flatten)]
    pub settings: DomainSettings,
}

/// The side that a person or a method plays.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Side {
    // With descriptions clap's help would be a page long.
    X,
    O,
}

/// Arguments of commands that may begin with a minus, such as `-1 2 3`.
const TEXTS: [(&str, &str); 4] =
    [("solve", "instance"), ("compare", "instance"), ("audit", "instance"), ("count", "range")];

/// What [`main_from`](crate::main_from) was given.
pub static GIVEN: OnceLock<Vec<OsString>> = OnceLock::new();

/// The program and its arguments: those of the process, unless others were given.
pub fn words() -> Vec<OsString> {
    GIVEN.get().cloned().unwrap_or_else(|| std::env::args_os().collect())
}

/// The parsed arguments. One that begins with a minus and a digit may be text, so that the error
/// says what is wrong with it; any other that begins with a minus is an option.
pub fn parsed() -> Result<Arguments, clap::Error> {
    let is_text = |word: &str| {
        word.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    let texts = words().iter().any(|word| word.to_str().is_some_and(is_text));
    let mut command = Arguments::command();
    // A changed argument loses its place, but these come last anyway.
    for (name, text) in TEXTS {
        let takes = |arg: clap::Arg| arg.allow_hyphen_values(texts);
        command = command.mut_subcommand(name, |inner| inner.mut_arg(text, takes));
    }
    Arguments::from_arg_matches(&command.clone().try_get_matches_from(words())?)
        .map_err(|error| error.format(&mut command))
}

/// The path of this program.
pub fn program() -> anyhow::Result<PathBuf> {
    match GIVEN.get().and_then(|words| words.first()) {
        Some(program) => Ok(program.into()),
        None => std::env::current_exe().context("cannot find the path of this program"),
    }
}
