//! A record as the one line of its file.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::{Plan, Record};

/// What a record's file holds: a line of JSON with the hash of the plan, and that of
/// the record's text.
#[derive(Deserialize)]
struct Sealed<'a> {
    plan: &'a str,
    sum: &'a str,
    #[serde(borrow)]
    record: &'a RawValue,
}

/// The line of a record of the plan with this hash.
pub fn seal(plan: u64, record: &Record) -> String {
    let text = serde_json::to_string(record).expect("a record holds only plain values");
    let sum = hash(text.as_bytes());
    format!("{{\"plan\":\"{plan:016x}\",\"sum\":\"{sum:016x}\",\"record\":{text}}}\n")
}

/// The hash of a line's plan, and its record; or what is wrong with the line.
pub fn unseal(bytes: &[u8]) -> Result<(u64, Record), String> {
    let sealed: Sealed<'_> = serde_json::from_slice(bytes).map_err(|error| {
        if bytes.is_empty() {
            "it is empty".to_string()
        } else {
            format!("it is cut short or not a record ({error})")
        }
    })?;
    let number = |text| u64::from_str_radix(text, 16).map_err(|_| "it is not a record".to_string());
    let (plan, sum) = (number(sealed.plan)?, number(sealed.sum)?);
    if hash(sealed.record.get().as_bytes()) != sum {
        return Err("its text does not match its checksum".into());
    }
    let record = serde_json::from_slice(sealed.record.get().as_bytes());
    Ok((plan, record.map_err(|error| format!("it is not a record ({error})"))?))
}

/// A hash of everything in the plan.
pub fn fingerprint(plan: &Plan) -> u64 {
    hash(serde_json::to_string(plan).expect("a plan holds only plain values").as_bytes())
}

/// FNV-1a (Fowler, Noll and Vo), which is the same on every machine: finds what was cut or changed
/// by accident.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::manifest::sample;
    use goalward_lab::Conclusion;

    fn record(cell: u64) -> Record {
        sample().plan.run(cell, &Default::default()).expect("nobody cancels it")
    }

    #[test]
    fn every_cut_and_every_changed_byte_of_a_record_is_noticed() {
        let line = seal(7, &record(2));
        assert_eq!(unseal(line.as_bytes()), Ok((7, record_like(&line))));
        for end in 0..line.len() - 1 {
            assert!(unseal(&line.as_bytes()[..end]).is_err(), "cut to {end}");
        }
        let from = line.find("\"record\":").unwrap() + "\"record\":".len();
        for at in from..line.len() - 2 {
            let mut bytes = line.clone().into_bytes();
            bytes[at] ^= 1;
            assert!(unseal(&bytes).is_err(), "byte {at}");
        }
    }

    fn record_like(line: &str) -> Record {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        serde_json::from_value(value["record"].clone()).unwrap()
    }

    #[test]
    fn a_failed_cell_is_a_record_too() {
        let failed = Record { verdict: Conclusion::Failed, ..record(1) };
        assert_eq!(unseal(seal(1, &failed).as_bytes()), Ok((1, failed)));
    }

    #[test]
    fn records_of_old_are_read() {
        let old = "{\"cell\":0,\"method\":\"bfs\",\"instance\":\"1 0 2\",\"goal\":null,\"seed\":7,\
                   \"verdict\":\"solved\",\"stop\":null,\"cost\":3,\"optimal\":true,\"expanded\":4,\
                   \"generated\":9,\"reopened\":0,\"peak_stored\":5,\"peak_bytes\":80,\
                   \"seconds\":0.5,\"repeats\":1,\"bound\":1.0}";
        let sum = hash(old.as_bytes());
        let line = format!("{{\"plan\":\"7\",\"sum\":\"{sum:016x}\",\"record\":{old}}}");
        let (_, record) = unseal(line.as_bytes()).unwrap();
        assert_eq!((record.seconds, record.setup_seconds, record.environment), (0.5, 0.0, None));
        assert_eq!(record.facts["bound"], 1.0);
    }

    proptest! {
        #[test]
        fn no_bytes_upset_the_reader(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            prop_assert!(unseal(&bytes).is_err());
        }
    }
}
