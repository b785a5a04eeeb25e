//! Maps that are included, with queries whose lengths another program found.

/// A map and its queries, in Moving AI's file formats.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// The name that the queries give the map.
    pub name: &'static str,
    /// The map.
    pub map: &'static [u8],
    /// The queries.
    pub scenario: &'static str,
}

macro_rules! shipped {
    ($name:literal) => {
        Shipped {
            name: concat!($name, ".map"),
            map: include_bytes!(concat!("../../data/grids/", $name, ".map")),
            scenario: include_str!(concat!("../../data/grids/", $name, ".map.scen")),
        }
    };
}

/// 64x64 cells of caves.
pub const CAVES: Shipped = shipped!("caves");

/// A maze of 41x41 cells.
pub const MAZE: Shipped = shipped!("maze");

/// 49x49 cells, 35% of them walls.
pub const RANDOM: Shipped = shipped!("random");

/// 97x97 cells in rooms.
pub const ROOMS: Shipped = shipped!("rooms");
