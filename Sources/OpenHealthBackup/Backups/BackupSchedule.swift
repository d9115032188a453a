// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore

/// Regular backups of a store in a folder, of which the latest are kept.
///
/// Their names contain their dates. Other files in the folder are left alone.
package struct BackupSchedule: Sendable {
    /// The time between backups.
    package enum Interval: String, Sendable, CaseIterable {
        case hour
        case day
        case week

        /// The time in seconds.
        var seconds: TimeInterval {
            switch self {
            case .hour: 3600
            case .day: 86_400
            case .week: 7 * 86_400
            }
        }
    }

    /// The folder.
    package let folder: URL
    /// The time between backups.
    package let interval: Interval
    /// The number of backups to keep.
    package let keep: Int
    /// The passphrase with which backups are encrypted; nil for plain ones.
    package let passphrase: String?
    /// The logarithm of scrypt's cost; nil for that of the program age.
    package var cost: Int?

    package init(folder: URL, every interval: Interval, keep: Int, passphrase: String? = nil) {
        self.folder = folder
        self.interval = interval
        self.keep = max(1, keep)
        self.passphrase = passphrase
    }

    private static let start = "health-"
    private static let style = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
    private static let suffixes = [".db", ".age"]

    /// The backups in the folder, the latest first.
    /// - Throws: a ``BackupError`` if the folder cannot be read.
    package func backups() throws -> [(file: URL, date: Date)] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        } catch {
            throw BackupError(
                .notWritable, "the folder \(folder.path) for backups cannot be read",
                remedy: "create it, and give this user the permission to write to it")
        }
        return names.compactMap { name in
            Self.date(ofBackup: name).map { (folder.appendingPathComponent(name), $0) }
        }.sorted { $0.date > $1.date }
    }

    /// Returns the date in the name of a backup, or nil for another file.
    private static func date(ofBackup name: String) -> Date? {
        guard name.hasPrefix(start), let suffix = suffixes.first(where: name.hasSuffix) else { return nil }
        return try? style.parse(String(name.dropFirst(start.count).dropLast(suffix.count)))
    }

    /// Returns the date at which the next backup is due: nil for now.
    /// - Parameter latest: The date of the latest backup.
    package func next(after latest: Date?) -> Date? { latest.map { $0 + interval.seconds } }

    /// Creates a backup if it is time for one, and then removes those that are not kept.
    /// - Parameters:
    ///   - isWanted: Whether to create one before its time.
    ///   - omitting: A closure that is called with each attachment that is left out, as one line.
    /// - Returns: the file of the backup; nil if there is none to make yet.
    /// - Throws: a ``BackupError``, `StoreError` or `FormatError`. Then no backup is removed.
    package func run(
        _ database: HealthDatabase, at now: Date, isWanted: Bool = false, omitting: (String) -> Void = { _ in }
    ) throws -> URL? {
        // A backup in the future is from a clock that was wrong, then or now.
        let latest = try backups().first { $0.date <= now }?.date
        if let latest, !isWanted, now.timeIntervalSince(latest) < interval.seconds { return nil }
        // The next backup has another name than one whose process was killed.
        HealthDatabase.removeAbandonedBackups(in: folder) { Self.date(ofBackup: $0) != nil }
        let file = folder.appendingPathComponent(
            Self.start + now.formatted(Self.style) + Self.suffixes[passphrase == nil ? 0 : 1])
        let omitted =
            if let passphrase {
                try StoreBackup.write(database, to: file, passphrase: passphrase, date: now, cost: cost)
            } else {
                try database.backup(to: file)
            }
        omitted.forEach(omitting)
        // Those in the future are neither counted nor removed until then: they replace no backup, and none replaces them.
        let old = try backups().filter { $0.date <= now }.dropFirst(keep)
        for backup in old {
            try? FileManager.default.removeItem(at: backup.file)
            try? FileManager.default.removeItem(at: AttachmentFolder(besideStoreAt: backup.file).url)
        }
        return file
    }
}
