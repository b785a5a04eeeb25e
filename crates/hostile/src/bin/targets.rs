//! Prints the name of every target, and writes its samples into a folder if one is given.

use std::path::PathBuf;

use goalward_hostile::targets;

fn main() -> std::io::Result<()> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from);
    for target in targets() {
        println!("{}", target.name);
        let Some(folder) = folder.as_ref().map(|folder| folder.join(target.name)) else { continue };
        std::fs::create_dir_all(&folder)?;
        for (number, sample) in target.samples().iter().enumerate() {
            std::fs::write(folder.join(format!("sample-{number}")), sample)?;
        }
    }
    Ok(())
}
