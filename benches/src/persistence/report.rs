//! What is printed: `workload library value unit`.

use std::time::Duration;

/// In the order in which they are measured.
pub(super) const LIBRARIES: [&str; 3] = ["mainstay", "engine", "sqlite"];

/// Prints one value.
pub(crate) fn line(workload: &str, library: &str, value: f64, unit: &str) {
    let digits = if value < 10.0 { 2 } else { 0 };
    println!("{workload} {library} {value:.digits$} {unit}");
}

/// Prints the medians of what was measured in some rounds, of each library, and how many times the engine's the others are: the median of
/// the rounds' quotients, since what disturbs a round disturbs all that is in it.
pub(super) fn rates(workload: &str, unit: &str, rounds: &[[f64; 3]]) {
    for (at, library) in LIBRARIES.into_iter().enumerate() {
        line(workload, library, spread(rounds.iter().map(|round| round[at])).1, unit);
    }
    for (at, library) in LIBRARIES.into_iter().enumerate().filter(|(at, _)| *at != 1) {
        let (least, median, most) = spread(rounds.iter().map(|round| round[at] / round[1]));
        line(workload, library, median, "of_engine");
        eprintln!("{workload}: {library} is {median:.2} ({least:.2}, {most:.2}) times the engine");
    }
}

/// The least, the median and the most.
pub(crate) fn spread(values: impl Iterator<Item = f64>) -> (f64, f64, f64) {
    let mut values: Vec<_> = values.collect();
    values.sort_by(f64::total_cmp);
    let at = |index: usize| values.get(index).copied().unwrap_or(f64::NAN);
    (at(0), at(values.len() / 2), at(values.len().saturating_sub(1)))
}

/// So many in a second.
pub(crate) fn rate(count: u32, taken: Duration) -> f64 {
    f64::from(count) / taken.as_secs_f64()
}
