//! A QR code in the terminal, for an address that a class is to open: ISO/IEC 18004, bytes, versions 1 to 5
//! with the least error correction, which have one block each and hold 106 bytes.

/// For each version: how many bytes of data it has, and how many of correction.
const VERSIONS: [(usize, usize); 5] = [(19, 7), (34, 10), (55, 15), (80, 20), (108, 26)];

/// The light modules around a code.
const QUIET: usize = 2;

/// A code.
pub struct Code {
    size: usize,
    /// Dark modules, row by row.
    dark: Vec<bool>,
    /// Modules that are the same whatever is written.
    fixed: Vec<bool>,
}

/// How a code is drawn.
pub enum Colours {
    /// In its own colours.
    BlackOnWhite,
    /// In the terminal's, which are taken to be light on dark.
    Terminal,
}

impl Code {
    /// A code for a text; none if the text is too long.
    pub fn of(text: &str) -> Option<Self> {
        let version = VERSIONS.iter().position(|(data, _)| text.len() + 2 <= *data)?;
        let (data, correction) = VERSIONS[version];
        let mut words = written(text.as_bytes(), data);
        words.extend(corrected(&words, correction));
        let mut code = Code::blank(version + 1);
        code.write(&words);
        let masked = (0..8).map(|mask| code.masked(mask));
        masked.min_by_key(Code::penalty)
    }

    /// The patterns that scanners look for.
    fn blank(version: usize) -> Self {
        let size = 17 + 4 * version;
        let mut code =
            Code { size, dark: vec![false; size * size], fixed: vec![false; size * size] };
        for i in 0..size {
            code.fix(6, i, i % 2 == 0);
            code.fix(i, 6, i % 2 == 0);
        }
        for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] {
            code.square(row, column, 4, |ring| ring != 2 && ring != 4);
        }
        if version > 1 {
            code.square(size - 7, size - 7, 2, |ring| ring != 1);
        }
        // Room for the format, which is written last, and the one module that is always dark.
        for i in 0..9 {
            code.fix(8, i, false);
            code.fix(i, 8, false);
        }
        for i in 0..8 {
            code.fix(8, size - 1 - i, false);
            code.fix(size - 1 - i, 8, false);
        }
        code.fix(6, 8, true);
        code.fix(8, 6, true);
        code.fix(size - 8, 8, true);
        code
    }

    fn fix(&mut self, row: usize, column: usize, dark: bool) {
        let at = row * self.size + column;
        (self.dark[at], self.fixed[at]) = (dark, true);
    }

    /// Rings around a module, as far as they are in the code.
    fn square(&mut self, row: usize, column: usize, radius: i32, dark: fn(i32) -> bool) {
        for y in -radius..=radius {
            for x in -radius..=radius {
                let place = [row as i32 + y, column as i32 + x].map(usize::try_from);
                if let [Ok(row), Ok(column)] = place
                    && row.max(column) < self.size
                {
                    self.fix(row, column, dark(x.abs().max(y.abs())));
                }
            }
        }
    }

    /// Puts bits where nothing is fixed: up and down in strips of two columns, from the right.
    fn write(&mut self, words: &[u8]) {
        let mut bits =
            words.iter().flat_map(|word| (0..8).rev().map(move |bit| word >> bit & 1 == 1));
        let mut right = self.size - 1;
        let mut upwards = true;
        while right > 0 {
            if right == 6 {
                right -= 1;
            }
            for step in 0..self.size {
                let row = if upwards { self.size - 1 - step } else { step };
                for column in [right, right - 1] {
                    let at = row * self.size + column;
                    if !self.fixed[at] {
                        self.dark[at] = bits.next().unwrap_or(false);
                    }
                }
            }
            upwards = !upwards;
            right = right.saturating_sub(2);
        }
    }

    /// The code with one of the eight masks, and its format.
    fn masked(&self, mask: usize) -> Self {
        let mut code = Code { size: self.size, dark: self.dark.clone(), fixed: self.fixed.clone() };
        for row in 0..self.size {
            for column in 0..self.size {
                let at = row * self.size + column;
                code.dark[at] ^= !self.fixed[at] && is_turned(mask, row, column);
            }
        }
        let format = format_bits(mask);
        let bit = |i: usize| format >> i & 1 == 1;
        let last = self.size - 1;
        for i in 0..15 {
            let (row, column) = match i {
                0..6 => (i, 8),
                6 => (7, 8),
                7 => (8, 8),
                8 => (8, 7),
                _ => (8, 14 - i),
            };
            code.fix(row, column, bit(i));
            let (row, column) = if i < 8 { (8, last - i) } else { (last - (14 - i), 8) };
            code.fix(row, column, bit(i));
        }
        code.fix(self.size - 8, 8, true);
        code
    }

    fn at(&self, row: usize, column: usize) -> bool {
        self.dark[row * self.size + column]
    }

    /// How hard it is to scan: long runs, blocks of one colour, and more of one than of the other.
    fn penalty(&self) -> usize {
        let n = self.size;
        let mut sum = 0;
        for i in 0..n {
            for lines in [true, false] {
                let module = |j: usize| if lines { self.at(i, j) } else { self.at(j, i) };
                let mut run = 1;
                for j in 1..=n {
                    if j < n && module(j) == module(j - 1) {
                        run += 1;
                    } else {
                        sum += if run >= 5 { run - 2 } else { 0 };
                        run = 1;
                    }
                }
            }
        }
        for row in 1..n {
            for column in 1..n {
                let here = self.at(row, column);
                let others = [self.at(row - 1, column), self.at(row, column - 1)];
                let same = others.iter().all(|&other| other == here);
                sum += if same && self.at(row - 1, column - 1) == here { 3 } else { 0 };
            }
        }
        let dark = self.dark.iter().filter(|&&dark| dark).count();
        sum + (dark * 20).abs_diff(n * n * 10) / (n * n) * 10
    }

    /// The drawing: two modules, one above the other, make a character.
    pub fn drawn(&self, colours: Colours) -> String {
        let side = self.size + 2 * QUIET;
        let dark = |row: usize, column: usize| {
            let inside = (QUIET..QUIET + self.size).contains(&row)
                && (QUIET..QUIET + self.size).contains(&column);
            inside && self.at(row - QUIET, column - QUIET)
        };
        let mut out = String::new();
        for row in (0..side).step_by(2) {
            if matches!(colours, Colours::BlackOnWhite) {
                out.push_str("\x1b[30;107m");
            }
            for column in 0..side {
                let lit = matches!(colours, Colours::Terminal);
                let [above, below] =
                    [dark(row, column), dark(row + 1, column)].map(|dark| dark != lit);
                out.push(match (above, below) {
                    (true, true) => '█',
                    (true, false) => '▀',
                    (false, true) => '▄',
                    (false, false) => ' ',
                });
            }
            if matches!(colours, Colours::BlackOnWhite) {
                out.push_str("\x1b[0m");
            }
            out.push('\n');
        }
        out
    }
}

/// The bytes of a text with their mode and length, padded.
fn written(text: &[u8], length: usize) -> Vec<u8> {
    // The mode has four bits, so every byte is in two halves.
    let count = text.len() as u8;
    let mut words = vec![0x40 | count >> 4];
    let mut before = count;
    for &byte in text {
        words.push(before << 4 | byte >> 4);
        before = byte;
    }
    words.push(before << 4);
    let fill = [0xec, 0x11].into_iter().cycle();
    let missing = length - words.len();
    words.extend(fill.take(missing));
    words
}

/// The remainder of the words divided by a polynomial: the Reed-Solomon correction.
fn corrected(words: &[u8], count: usize) -> Vec<u8> {
    let mut divisor = vec![0; count];
    divisor[count - 1] = 1;
    let mut root = 1;
    for _ in 0..count {
        for i in 0..count {
            let next = divisor.get(i + 1).copied().unwrap_or(0);
            divisor[i] = product(divisor[i], root) ^ next;
        }
        root = product(root, 2);
    }
    let mut rest = vec![0; count];
    for word in words {
        let factor = word ^ rest.remove(0);
        rest.push(0);
        for (rest, divisor) in rest.iter_mut().zip(&divisor) {
            *rest ^= product(*divisor, factor);
        }
    }
    rest
}

/// In the field of 256 elements with x⁸ + x⁴ + x³ + x² + 1.
fn product(a: u8, b: u8) -> u8 {
    let mut sum = 0u16;
    for bit in (0..8).rev() {
        sum = (sum << 1) ^ ((sum >> 7) * 0x11d);
        sum ^= u16::from(b >> bit & 1) * u16::from(a);
    }
    sum as u8
}

fn is_turned(mask: usize, row: usize, column: usize) -> bool {
    let (both, product) = (row + column, row * column);
    match mask {
        0 => both.is_multiple_of(2),
        1 => row.is_multiple_of(2),
        2 => column.is_multiple_of(3),
        3 => both.is_multiple_of(3),
        4 => (row / 2 + column / 3).is_multiple_of(2),
        5 => product % 2 + product % 3 == 0,
        6 => (product % 2 + product % 3).is_multiple_of(2),
        _ => (both % 2 + product % 3).is_multiple_of(2),
    }
}

/// Fifteen bits: the least correction, the mask, and their own correction.
fn format_bits(mask: usize) -> usize {
    let data = 0b01 << 3 | mask;
    let mut rest = data;
    for _ in 0..10 {
        rest = (rest << 1) ^ ((rest >> 9) * 0x537);
    }
    (data << 10 | rest) ^ 0x5412
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_with_their_correction_leave_nothing_over() {
        for (length, count) in VERSIONS {
            let mut words = written(b"http://10.0.0.1/", length.max(19));
            words.extend(corrected(&words, count));
            assert!(corrected(&words, count).iter().all(|&word| word == 0), "{length}");
        }
    }

    /// Another QR code reader (jsQR) reads this drawing as the text.
    #[test]
    fn a_code_is_drawn_as_another_program_reads_it() {
        let wanted = [
            "█████████████████████████",
            "██ ▄▄▄▄▄ █▀▄█▀██ ▄▄▄▄▄ ██",
            "██ █   █ █▄▀▄▀▄█ █   █ ██",
            "██ █▄▄▄█ █   ▄██ █▄▄▄█ ██",
            "██▄▄▄▄▄▄▄█ █▄▀ █▄▄▄▄▄▄▄██",
            "██▄ █▄▀█▄▄▀█▄▀▀▀▄▄ █▄▄▀██",
            "██▀▄▀█▄▀▄ ▀▀▀█▄▀ █▀▀▄▀ ██",
            "██▄██▄▄▄▄█▀▄██ ▄█ █▄██▀██",
            "██ ▄▄▄▄▄ █▄▄▄  ▀██ ▄▄ ███",
            "██ █   █ █▀ ▀▄▀▄█  ▄█▄ ██",
            "██ █▄▄▄█ █▀▀█▀▄██▀▄▀▄█▄██",
            "██▄▄▄▄▄▄▄█▄▄▄▄▄▄▄████▄███",
            "█████████████████████████",
        ];
        let drawn = Code::of("http://10.0.0.1/").unwrap().drawn(Colours::Terminal);
        assert_eq!(drawn.lines().collect::<Vec<_>>(), wanted);
    }

    #[test]
    fn formats_are_those_of_the_standard() {
        assert_eq!(format_bits(0), 0b111_0111_1100_0100);
        assert_eq!(format_bits(4), 0b110_0110_0010_1111);
        assert_eq!(format_bits(7), 0b110_1001_0111_0110);
    }

    #[test]
    fn a_code_has_three_finders_and_room_for_a_token() {
        let url = format!("http://192.168.100.200:65535/?token={}", "f".repeat(32));
        let code = Code::of(&url).unwrap();
        assert_eq!(code.size, 33);
        for (row, column) in [(0, 0), (0, 26), (26, 0)] {
            assert!((0..7).all(|i| code.at(row + i, column) && code.at(row, column + i)));
        }
        assert!(Code::of(&"x".repeat(107)).is_none());
        assert!(Code::of(&"x".repeat(106)).is_some());
    }
}
