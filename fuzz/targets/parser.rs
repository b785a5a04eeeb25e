//! The parser that `GOALWARD_TARGET` names, attacked. Where none is named, the names of all are
//! printed, and their samples are written into the folder that `GOALWARD_SAMPLES` names.
#![no_main]

use std::path::Path;
use std::sync::LazyLock;

use goalward_hostile::{Target, targets};

static TARGET: LazyLock<Target> = LazyLock::new(|| {
    let name = std::env::var("GOALWARD_TARGET").expect("GOALWARD_TARGET names a target");
    targets().into_iter().find(|target| target.name == name).expect("a target of this name")
});

fn list() -> std::io::Result<()> {
    let samples = std::env::var_os("GOALWARD_SAMPLES").expect("GOALWARD_SAMPLES names a folder");
    for target in targets() {
        println!("{}", target.name);
        let folder = Path::new(&samples).join(target.name);
        std::fs::create_dir_all(&folder)?;
        for (number, sample) in target.samples().iter().enumerate() {
            std::fs::write(folder.join(format!("sample-{number}")), sample)?;
        }
    }
    Ok(())
}

libfuzzer_sys::fuzz_target!(
    init: if std::env::var_os("GOALWARD_TARGET").is_none() {
        list().expect("samples can be written");
        std::process::exit(0);
    },
    |bytes: &[u8]| TARGET.check(bytes)
);
