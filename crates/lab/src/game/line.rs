//! Lines of stones on a board.

use goalward_domains::board::Player;

/// The cells of a line of `k` stones of one player, if there is one.
pub(crate) fn in_a_row(
    rows: usize,
    columns: usize,
    k: usize,
    cells: &[Option<Player>],
) -> Vec<usize> {
    let cell = |row: usize, column: usize| row * columns + column;
    let line = |row: usize, column: usize, down: isize, right: isize| {
        let place = |step: usize| {
            let row = row.checked_add_signed(down * step as isize).filter(|&r| r < rows)?;
            let column = column.checked_add_signed(right * step as isize)?;
            (column < columns).then(|| cell(row, column))
        };
        let line: Vec<usize> = (0..k).map_while(place).collect();
        let stone = cells.get(cell(row, column)).copied().flatten();
        let whole = line.len() == k && stone.is_some();
        (whole && line.iter().all(|&cell| cells.get(cell) == Some(&stone))).then_some(line)
    };
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let ways = [(0, 1), (1, 0), (1, 1), (1, -1)];
    let mut lines = places.flat_map(|(row, column)| {
        ways.iter().filter_map(move |&(down, right)| line(row, column, down, right))
    });
    lines.next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_winning_line_is_found_in_every_direction() {
        let won = |text: &str| {
            let stone = |c| match c {
                'X' => Some(Player::X),
                'O' => Some(Player::O),
                _ => None,
            };
            in_a_row(3, 4, 3, &text.chars().map(stone).collect::<Vec<_>>())
        };
        assert_eq!(won("............"), [] as [usize; 0]);
        assert_eq!(won(".XXX.OO....."), [1, 2, 3]);
        assert_eq!(won("O..XO..XO..X"), [0, 4, 8]);
        assert_eq!(won("X....X....X."), [0, 5, 10]);
        assert_eq!(won("..O..O..O..."), [2, 5, 8]);
        assert_eq!(won("..XXX......."), [] as [usize; 0]);
    }
}
