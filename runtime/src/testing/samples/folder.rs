//! The folder in which samples lie.

use super::sample::{Kind, Sample};
use crate::testing::blessed::{self, Mismatch, unusable};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// A sample and its file.
pub(super) struct Committed {
    pub(super) path: PathBuf,
    pub(super) sample: Sample,
}

/// All samples of a folder, in the order of their files. None where there is no such folder.
pub(super) fn read(folder: &Path) -> Result<Vec<Committed>, Mismatch> {
    let mut committed = Vec::new();
    for kind in Kind::ALL {
        let folder = folder.join(of_kind(kind));
        let mut paths = match fs::read_dir(&folder).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect())
        {
            Ok(paths) => paths,
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(cause) => return Err(unusable(&folder, &cause)),
        };
        paths.sort();
        for path in paths {
            let text = blessed::read(&path)?.unwrap_or_default();
            let Some(sample) = Sample::parse(&text) else {
                return Err(Mismatch(format!("{}: this is no sample", path.display())));
            };
            committed.push(Committed { path, sample });
        }
    }
    Ok(committed)
}

/// A file for `sample` that is not there yet, also where capital letters make no difference.
pub(super) fn free_path(folder: &Path, sample: &Sample, committed: &[Committed]) -> PathBuf {
    let Sample { kind, name, version, .. } = sample;
    let is_plain = |letter: &char| letter.is_ascii_alphanumeric() || ['.', '-', '_'].contains(letter);
    let name: String = name.chars().map(|letter| if is_plain(&letter) { letter } else { '_' }).collect();
    let mut number = 1_u32;
    loop {
        let suffix = if number == 1 { String::new() } else { format!("-{number}") };
        let path = folder.join(of_kind(*kind)).join(format!("{name}.v{version}{suffix}.txt"));
        if committed.iter().all(|other| !other.path.as_os_str().eq_ignore_ascii_case(&path)) {
            return path;
        }
        number += 1;
    }
}

fn of_kind(kind: Kind) -> String {
    format!("{kind}s")
}
