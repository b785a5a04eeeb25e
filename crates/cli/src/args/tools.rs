//! The arguments of exercises, databases, completions and manual pages.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use goalward_lab::{Spec, units};

use super::values::which;
use crate::settings::DomainSettings;

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
        /// The answer: a number, a word, or several words in any order
        #[arg(required = true, allow_hyphen_values = true)]
        answer: Vec<String>,
    },
    /// Mark a class's answers to a teacher's file: lines of student,number,answer
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
