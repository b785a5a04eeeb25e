#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| goalward_hostile::maps(bytes));
