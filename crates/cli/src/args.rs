//! The command line.

use std::ffi::OsString;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::OnceLock;
use std::time::Duration;

#[cfg(feature = "page")]
use crate::lab::Lab;
use crate::settings::{DomainSettings, MAKERS, SETTINGS};
use crate::show::{columns, fitted_to};
use crate::slurm::Slurm;
use anyhow::Context;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use goalward_lab::experiment::{SweepError, Times, method_list};
use goalward_lab::{Spec, find_domain, units};

/// State a problem once; run, watch, measure and compare every classical search on it.
#[derive(Debug, Parser)]
#[command(
    name = "goalward",
    version,
    after_help = "Examples:\n  \
    goalward list\n  \
    goalward solve 8-puzzle\n  \
    goalward solve queens 4 --all\n  \
    goalward count queens 4..12 --distinct\n  \
    goalward solve 8-puzzle \"8 0 6 5 4 7 2 3 1\" --method \"astar(manhattan)\" --boards\n  \
    goalward compare 8-puzzle\n  \
    goalward play tictactoe\n  \
    goalward audit 8-puzzle\n  \
    goalward check 8-puzzle \"1 2 0 3 4 5 6 7 8\" \"L L\"\n  \
    goalward lab\n\n\
    Exit codes: 0 done, 1 an internal error or a wrong answer, 2 bad usage or input, 11 unsolvable,\n\
    12 stuck, 22 out of memory, 23 out of time, 24 out of nodes,\n\
    25 a cost is too large, 130 interrupted."
)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
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

/// `goalward exercise`
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    goalward exercise list\n  \
    goalward exercise show 1\n  \
    goalward exercise check 1 ANSWER\n  \
    goalward exercise --file examples/sheets/exercises.toml --student \"Ada Lovelace\" show\n  \
    goalward exercise --file FILE --student 12345 check 2 ANSWER\n  \
    goalward exercise --file FILE mark answers.csv\n\n\
    A teacher's file has questions but no answers: they are computed for each student's variant.")]
pub struct Exercises {
    /// A teacher's file of exercises; without it, the built-in ones
    #[arg(long, value_name = "FILE", global = true)]
    pub file: Option<PathBuf>,
    /// The student whose variant to use, by name or number; case and spaces do not matter
    #[arg(long, value_name = "NAME", global = true, requires = "file")]
    pub student: Option<String>,
    /// What to do.
    #[command(subcommand)]
    pub command: Exercise,
}

/// What to do with exercises.
#[derive(Debug, Subcommand)]
pub enum Exercise {
    /// List all exercises
    List,
    /// Show a question and a command to start with
    Show {
        /// The number of the exercise; without it, all are shown
        #[arg(value_name = "N", value_parser = which, allow_hyphen_values = true)]
        number: Option<usize>,
    },
    /// Compare an answer with the result of a run: exit code 0 if right, 1 if wrong
    Check {
        /// The number of the exercise
        #[arg(value_name = "N", value_parser = which, allow_hyphen_values = true)]
        number: usize,
        /// The answer: a number or a word; several words, in any order
        #[arg(required = true, allow_hyphen_values = true)]
        answer: Vec<String>,
    },
    /// Mark the answers of a class to a teacher's file: lines of student,number,answer
    Mark {
        /// The answers: a file, or - for standard input
        answers: PathBuf,
        /// Print one JSON object for each answer and nothing else
        #[arg(long)]
        json: bool,
    },
}

/// `goalward completions`
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    goalward completions bash > ~/.local/share/bash-completion/completions/goalward\n  \
    goalward completions zsh > ~/.zfunc/_goalward\n  \
    goalward completions fish > ~/.config/fish/completions/goalward.fish")]
pub struct Completions {
    /// The shell
    pub shell: clap_complete::Shell,
}

/// `goalward man`
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    goalward man | man -l -\n  \
    goalward man solve | man -l -\n  \
    goalward man --out ~/.local/share/man/man1")]
pub struct Man {
    /// The command whose page to print, such as solve or pdb build; without it, the page of the program
    pub command: Vec<String>,
    /// Write the pages of all commands into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    pub out: Option<PathBuf>,
}

/// `goalward pdb`
#[derive(Debug, Subcommand)]
#[command(after_help = "Examples:\n  \
    goalward pdb build 15-puzzle 7-8\n  \
    goalward pdb build 24-puzzle 6-6-6-6 --jobs 2\n  \
    goalward solve 15-puzzle korf100:1 --method \"idastar(pdb(7-8))\"\n\n\
    Databases are stored in the folder set by GOALWARD_CACHE, or in the user's cache folder. One\n\
    database serves every goal that equals its own after rotation, reflection or renaming of tiles.")]
pub enum Pdb {
    /// Build the databases of a partition before they are needed
    Build(PdbBuild),
    /// List the stored databases
    List,
    /// Read databases in full and recompute some of their entries
    Verify(PdbFiles),
    /// Remove databases
    Remove(PdbFiles),
}

/// `goalward pdb build`
#[derive(Debug, Args)]
#[command(
    after_help = "A partition is written as sizes, such as 7-8, or as tiles, such as \"1 2 3/4 5 6 7 8\"."
)]
pub struct PdbBuild {
    /// The puzzle, such as 15-puzzle, 24-puzzle or tiles(size=3x4)
    pub domain: Spec,
    /// How the tiles are divided into patterns, such as 7-8
    pub partition: String,
    /// Number of threads; by default one per core
    #[arg(short, long, value_name = "N", value_parser = units::jobs, allow_hyphen_values = true)]
    pub jobs: Option<usize>,
    /// Use no more memory than this, such as 2G; by default three quarters of free memory
    #[arg(long, value_name = "BYTES", value_parser = units::bytes, allow_hyphen_values = true)]
    pub memory: Option<u64>,
    #[command(flatten)]
    pub settings: DomainSettings,
}

/// Databases by name.
#[derive(Debug, Args)]
pub struct PdbFiles {
    /// Names as `goalward pdb list` shows them
    #[arg(required_unless_present = "all")]
    pub names: Vec<String>,
    /// All stored databases
    #[arg(long, conflicts_with = "names")]
    pub all: bool,
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
    /// What to count the solutions of: queens
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
    /// The instance, if it matters, such as the number of queens; of a board only the size is used
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
    /// Stop it after expanding this many nodes, such as 5M; 100M if no time is given either
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
    write a sheet. The exit code is 0 if the program gets the points that the sheet asks for, and\n\
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
    /// Draw what is wrong
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

/// `goalward compare`
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    goalward compare 8-puzzle\n  \
    goalward compare 8-puzzle --runs 100 --walk 25 --export page.html --export runs.csv\n  \
    goalward compare 15-puzzle --set korf100 --methods \"idastar(linear-conflict)\" --time 2s\n  \
    goalward compare tiles \"8 0 6 5 4 7 2 3 1\" --methods \"wastar(manhattan, weight=0|1|1.5|2|5|10)\"\n  \
    goalward compare queens 20 --methods \"annealing(cooling=geometric|linear), min-conflicts\"\n  \
    goalward compare 8-puzzle --depths 2..24 --methods \"ids, astar(misplaced|manhattan)\"\n  \
    goalward compare 8-puzzle queens:8 sudoku --runs 20\n  \
    goalward compare connect4 --methods \"alpha-beta(depth=2|4|6)\" --jobs 2\n  \
    goalward compare 8-puzzle --runs 1000 --out DIR          run it again to continue\n  \
    goalward compare --resume DIR --shard 2/7                one of seven parts\n  \
    goalward compare 8-puzzle --runs 1000 --out DIR --slurm time=10:00 --wait\n\n\
    Every method gets the same instances. Cell K of the comparison is method K mod M on\n\
    instance K / M, where M is the number of methods; --cell K runs it alone.\n\
    In an array job, --shard array/N takes its index from SLURM_ARRAY_TASK_ID,\n\
    JOB_COMPLETION_INDEX or AWS_BATCH_JOB_ARRAY_INDEX.")]
pub struct Compare {
    /// The kind of problem: tiles, 8-puzzle, queens, sudoku, coloring …; several may
    /// be given with commas between them, or as "tiles(size=3x3|3x4)", and are compared one by one;
    /// queens:8 is a domain and its instance
    #[arg(required_unless_present = "resume")]
    pub domain: Option<DomainList>,
    /// One instance to compare on: text, @FILE, - for standard input, or SET:NUMBER; after it, or
    /// instead of it, more domains, such as sudoku or queens:8
    pub instance: Vec<String>,
    /// The methods, separated by commas; a|b stands for one method with a and one with b
    #[arg(short, long, alias = "method", value_name = "SPEC,SPEC…")]
    pub methods: Option<String>,
    /// Number of instances; for a single instance, number of runs, each with its own seed
    #[arg(long, value_name = "N", value_parser = how_many, allow_hyphen_values = true)]
    pub runs: Option<u64>,
    /// Compare on a set that ships with the program, or on some of it, such as korf100:1..10,79;
    /// `goalward list` names the sets
    #[arg(long, value_name = "NAME", conflicts_with_all = [MAKERS, "instance", "file"])]
    pub set: Option<String>,
    /// Compare on the instances in this file, one per line
    #[arg(long, value_name = "FILE", conflicts_with_all = [MAKERS, "instance"])]
    pub file: Option<PathBuf>,
    /// Compare on random instances of each depth from A to B: --runs of each, by default 20
    #[arg(long, value_name = "A..B", value_parser = depths, conflicts_with_all = [MAKERS, "instance", "set", "file"])]
    pub depths: Option<(u64, u64)>,
    /// The random seed of all instances and runs: a number, or `random` to choose and print one
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed, allow_hyphen_values = true)]
    pub seed: u64,
    /// Stop each run after this much processor time, such as 10s or 500ms
    #[arg(long, value_name = "TIME", value_parser = units::duration, allow_hyphen_values = true)]
    pub time: Option<Duration>,
    /// Stop each run after this long by the wall clock, including what is built for its instance
    #[arg(long, value_name = "TIME", value_parser = units::duration, allow_hyphen_values = true)]
    pub wall: Option<Duration>,
    /// Time each run this many times; by default once, and up to five times if under a millisecond
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000), allow_hyphen_values = true)]
    pub repeat: Option<u32>,
    /// Repeat each run under observation, to record and plot when it found each cost
    #[arg(long)]
    pub profile: bool,
    /// Stop each run after expanding this many nodes; 100M if no time is given either
    #[arg(long, value_name = "COUNT", value_parser = units::count, allow_hyphen_values = true)]
    pub nodes: Option<u64>,
    /// Memory limit of each run; by default 2G
    #[arg(long, value_name = "BYTES", value_parser = units::bytes, allow_hyphen_values = true)]
    pub memory: Option<u64>,
    /// Continue the comparison in this folder
    #[arg(
        long,
        value_name = "DIR",
        conflicts_with_all = ["domain", "methods", "runs", "set", "file", "depths", SETTINGS, "seed", "time",
                              "wall", "repeat", "profile", "nodes", "memory", "out"]
    )]
    pub resume: Option<PathBuf>,
    /// Run only this cell, counted from 0, and print it in full
    #[arg(long, value_name = "K", value_parser = cell, allow_hyphen_values = true,
          conflicts_with_all = ["export", "jobs", "shard", "slurm", "plan_only"])]
    pub cell: Option<u64>,
    /// Draw every board on the path to the cell's solution
    #[arg(long, requires = "cell")]
    pub boards: bool,
    /// Run this many cells at once; with more than one, times vary more
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = units::jobs, allow_hyphen_values = true)]
    pub jobs: usize,
    /// Run each cell in its own process, whose memory and processor time the system limits
    #[arg(long, conflicts_with_all = ["cell", "slurm"])]
    pub isolate: bool,
    #[command(flatten)]
    pub place: Venue,
    #[command(flatten)]
    pub output: Output,
    #[command(flatten)]
    pub settings: DomainSettings,
}

/// One domain or several, as they are written.
#[derive(Clone, Debug)]
pub struct DomainList(pub Vec<(Spec, Option<String>)>);

impl FromStr for DomainList {
    type Err = SweepError;

    fn from_str(text: &str) -> Result<Self, SweepError> {
        if let Some((name, instance)) = text.split_once(':')
            && let Ok(domain) = name.parse::<Spec>()
            && find_domain(&domain).is_ok()
        {
            return Ok(DomainList(vec![(domain, Some(instance.into()))]));
        }
        let domains = method_list(text)?;
        Ok(DomainList(domains.into_iter().map(|domain| (domain, None)).collect()))
    }
}

/// Where a plan is carried out.
#[derive(Clone, Debug, Args)]
pub struct Venue {
    /// Keep all results in this folder; running the same command again does only what is missing
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Write the plan into the folder and run nothing
    #[arg(long, requires = "out")]
    pub plan_only: bool,
    /// Add to a folder begun by another version, compiler or kind of machine; times are kept apart
    #[arg(long)]
    pub mixed: bool,
    /// Do only part I of N, counted from 1; array/N takes I from the array job
    #[arg(long, value_name = "I/N", conflicts_with_all = ["json"])]
    pub shard: Option<String>,
    /// Run it as an array job on Slurm; settings such as partition=…,time=…,cells-per-task=…
    #[arg(long, value_name = "SETTINGS", num_args = 0..=1, default_missing_value = "",
          conflicts_with_all = ["shard", "plan_only"])]
    pub slurm: Option<Slurm>,
    /// Wait for the Slurm job, then show the results
    #[arg(long, requires = "slurm")]
    pub wait: bool,
}

/// `goalward report`
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    goalward report DIR\n  \
    goalward report DIR --export page.html --export runs.jsonl\n  \
    goalward report DIR --by instance --only-method \"astar*\" --only-instances 1..10\n  \
    goalward report OLD NEW                       side by side, or merged")]
pub struct Report {
    /// Folders made by --out; parts of one plan are merged, others are shown side by side
    #[arg(required = true, value_name = "DIR")]
    pub folders: Vec<PathBuf>,
    /// Show only this method; a trailing * matches any ending; may be repeated
    #[arg(long, value_name = "SPEC")]
    pub only_method: Vec<String>,
    /// Show only these instances, counted from 1, such as 1..10,17
    #[arg(long, value_name = "A..B,C", value_parser = places)]
    pub only_instances: Option<Places>,
    /// Show only runs with this result; may be repeated
    #[arg(long, value_name = "ENDING")]
    pub only: Vec<Ended>,
    #[command(flatten)]
    pub output: Output,
}

/// What comes of a comparison.
#[derive(Clone, Debug, Default, Args)]
pub struct Output {
    /// Also write the results to this file, in the format of its extension; may be repeated
    #[arg(long, value_name = "FILE")]
    pub export: Vec<PathBuf>,
    /// Write each plot to its own file in this folder
    #[arg(long, value_name = "DIR")]
    pub plots: Option<PathBuf>,
    /// The file format of the plots
    #[arg(long, value_name = "KIND", default_value = "svg", requires = "plots")]
    pub plots_as: Drawn,
    /// Plot two methods against each other, one dot per instance, to the file `scatter` in the
    /// folder of --plots
    #[arg(long, value_name = "SPEC:SPEC", requires = "plots")]
    pub scatter: Option<String>,
    /// Print one JSON object for each run and nothing else
    #[arg(long)]
    pub json: bool,
    /// What each row of the table shows; by default a method, or with --depths a depth
    #[arg(long, value_name = "WHAT", conflicts_with = "json")]
    pub by: Option<By>,
    /// Show each method as a multiple of this one
    #[arg(long, value_name = "SPEC", conflicts_with_all = ["json", "by"])]
    pub relative: Option<String>,
    /// Say what each column means
    #[arg(long, conflicts_with = "json")]
    pub legend: bool,
    /// Omit times, so that the output is always the same
    #[arg(long)]
    pub no_times: bool,
}

/// What kind of file a plot is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Drawn {
    #[default]
    /// For pages and editors
    Svg,
    /// For papers
    Pdf,
}

/// What a row of a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum By {
    /// A method
    Method,
    /// A depth: nodes generated and the effective branching factor
    Depth,
    /// An instance
    Instance,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Ended {
    /// Found a solution
    Solved,
    /// Proved to have no solution
    Unsolvable,
    /// Ended without a solution or a proof
    Stuck,
    /// Reached a limit
    Stopped,
    /// Ended with an internal error
    Failed,
}

/// Numbers of instances.
#[derive(Clone, Debug)]
pub struct Places(pub Vec<std::ops::RangeInclusive<u64>>);

impl Output {
    /// Whether times are shown.
    pub fn times(&self) -> Times {
        if self.no_times { Times::Hidden } else { Times::Shown }
    }
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
    /// The game: tictactoe, connect4, or mnk(ROWS, COLUMNS, K)
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
    /// The position to start from: text or @FILE; by default the empty board
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

/// A player to be.
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

/// The arguments, read. One that begins with a minus and a digit may be a text, so that
/// the error says what is wrong with it; any other that begins with a minus is an option.
pub fn parsed() -> Result<Arguments, clap::Error> {
    let is_text = |word: &str| {
        word.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    let texts = words().iter().any(|word| word.to_str().is_some_and(is_text));
    let mut command = Arguments::command();
    // An argument that is changed loses its place: these come last anyway.
    for (name, text) in TEXTS {
        let takes = |arg: clap::Arg| arg.allow_hyphen_values(texts);
        command = command.mut_subcommand(name, |inner| inner.mut_arg(text, takes));
    }
    Arguments::from_arg_matches(&command.clone().try_get_matches_from(words())?)
        .map_err(|error| error.format(&mut command))
}

fn how_many(text: &str) -> Result<u64, &'static str> {
    units::count(text).map_err(|_| "use a whole number from 1 to 10M, such as 100 or 10k")
}

fn limit(text: &str) -> Result<u64, &'static str> {
    let limit = text.parse().ok().filter(|limit| (1..=1_000_000_000_000).contains(limit));
    limit.ok_or("use a whole number from 1 to 1000000000000")
}

/// The seed drawn for `--seed random`.
pub static DRAWN: OnceLock<u64> = OnceLock::new();

/// Seeds that are drawn have at most nine digits, so that they can be read out.
const MOST_DRAWN: u64 = 1_000_000_000;

fn seed(text: &str) -> Result<u64, String> {
    if text == "random" {
        // The standard library seeds its hashes from the system.
        let drawn = || RandomState::new().build_hasher().finish() % MOST_DRAWN;
        return Ok(*DRAWN.get_or_init(drawn));
    }
    text.parse().map_err(|_| format!("use a whole number from 0 to {}, or random", u64::MAX))
}

fn cell(text: &str) -> Result<u64, &'static str> {
    text.parse().map_err(|_| "use the number of a cell, counted from 0")
}

fn which(text: &str) -> Result<usize, &'static str> {
    text.parse().map_err(|_| "use its number, as `goalward exercise list` shows it")
}

/// The path of this program.
pub fn program() -> anyhow::Result<PathBuf> {
    match GIVEN.get().and_then(|words| words.first()) {
        Some(program) => Ok(program.into()),
        None => std::env::current_exe().context("cannot find the path of this program"),
    }
}

/// Numbers and ranges of them, such as 1..10,17.
fn places(text: &str) -> Result<Places, &'static str> {
    let places = text.split(',').map(|piece| {
        let (first, last) = piece.split_once("..").unwrap_or((piece, piece));
        let ends = first.trim().parse().ok().zip(last.trim().parse().ok());
        ends.filter(|(first, last)| 1 <= *first && first <= last).map(|(first, last)| first..=last)
    });
    let places: Option<Vec<_>> = places.collect();
    places.map(Places).ok_or("use numbers from 1 and ranges, such as 1..10,17")
}

/// Depths from A to B, or one.
fn depths(text: &str) -> Result<(u64, u64), &'static str> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let most = most.strip_prefix('=').unwrap_or(most);
    let depths = least.parse().ok().zip(most.parse().ok());
    depths.filter(|(least, most)| least <= most).ok_or("use A..B with A at most B, such as 2..24")
}

/// Help and version as clap has them; an error in one line, and exit code 2.
pub fn explain(error: &clap::Error) -> anyhow::Result<ExitCode> {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let mut out = std::io::stdout().lock();
            let plain = error.render().to_string();
            let too_wide = |columns: &usize| {
                std::io::stdout().is_terminal()
                    && plain.lines().any(|line| line.chars().count() > *columns)
            };
            match columns().filter(too_wide) {
                Some(columns) => write!(out, "{}", fitted_to(&plain, columns))?,
                None if takes_colour() => write!(out, "{}", error.render().ansi())?,
                None => write!(out, "{plain}")?,
            }
            out.flush()?;
            return Ok(ExitCode::SUCCESS);
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => complain(&error.render()),
        _ => complain(&on_terminal(&goalward_lab::one_line(&first_line(error)))),
    }
    Ok(ExitCode::from(2))
}

/// Whether standard output is a terminal and plain text is not asked for.
pub fn takes_colour() -> bool {
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    std::io::stdout().is_terminal() && !plain
}

/// An error in one line, which a terminal is given broken between words.
pub fn on_terminal(line: &str) -> String {
    let size = || crossterm::terminal::size().ok().filter(|(columns, _)| *columns >= 20);
    match size().filter(|_| std::io::stderr().is_terminal()) {
        Some((columns, _)) => fitted_to(line, columns.into()),
        None => format!("{line}\n"),
    }
}

/// Says what is wrong; if even that cannot be said, the exit code does.
pub fn complain(words: &dyn std::fmt::Display) {
    let _ = write!(std::io::stderr(), "{words}");
}

/// The command that the process's arguments name, as far as they do, with its full name.
fn named() -> (clap::Command, String) {
    let mut command = Arguments::command();
    let mut name = command.get_name().to_string();
    for word in words().into_iter().skip(1) {
        let Some(inner) = command.find_subcommand(&word) else { break };
        name = format!("{name} {}", inner.get_name());
        command = inner.clone();
    }
    (command, name)
}

fn see_help(name: &str) -> String {
    format!(": `{name} --help` shows the usage")
}

/// What comes before the usage and the tips, in one line.
fn first_line(error: &clap::Error) -> String {
    let rendered = error.render().to_string();
    let first = rendered.split("\n\n").next().unwrap_or("error: bad usage");
    let mut text = first.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    if let Some((said, values)) = text.split_once(" [possible values: ") {
        text = format!("{said}: choose from {}", values.trim_end_matches(']'));
    }
    if error.kind() == ErrorKind::InvalidSubcommand {
        let (command, _) = named();
        let choices: Vec<&str> = command.get_subcommands().map(|inner| inner.get_name()).collect();
        text += &format!(": choose from {}", choices.join(", "));
    }
    if error.kind() == ErrorKind::MissingRequiredArgument {
        text += &see_help(&named().1);
    }
    for kind in [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand] {
        match error.get(kind) {
            Some(ContextValue::String(name)) => text += &format!("; did you mean `{name}`?"),
            Some(ContextValue::Strings(names)) if !names.is_empty() => {
                text += &format!("; did you mean `{}`?", names[0]);
            }
            _ => {}
        }
    }
    if let (ErrorKind::UnknownArgument, Some(ContextValue::String(word))) =
        (error.kind(), error.get(ContextKind::InvalidArg))
    {
        let (command, name) = named();
        let has_text = TEXTS.iter().any(|(takes, _)| *takes == command.get_name());
        text += &match word.starts_with('-') {
            false if command.get_name() == "mark" => {
                ": write the command after --, such as -- python3 mine.py".into()
            }
            false if has_text => {
                ": put an instance of several words in quotes, such as \"1 2 3 4 5 6 7 8 0\"".into()
            }
            _ if error.get(ContextKind::SuggestedArg).is_some() => String::new(),
            _ => see_help(&name),
        };
    }
    text
}
