// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore
import Testing

@testable import OpenHealthBackup

/// Tests of regular backups.
@Suite struct BackupScheduleTests {
    private static let start = Date(timeIntervalSince1970: 1_700_000_000)

    private static func with(_ body: (HealthDatabase, URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("schedule-\(UUID().uuidString)")
        let backups = folder.appendingPathComponent("backups")
        try FileManager.default.createDirectory(at: backups, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(HealthDatabase(url: folder.appendingPathComponent("health.db")), backups)
    }

    private static func names(_ folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test func backupsAreMadeWhenTheyAreDueAndTheLatestAreKept() throws {
        try Self.with { database, folder in
            try Data("mine".utf8).write(to: folder.appendingPathComponent("health-notes.db"))
            for interval in BackupSchedule.Interval.allCases {
                let schedule = BackupSchedule(folder: folder, every: interval, keep: 3)
                var made = 0
                // Ten checks in each interval, for ten intervals.
                let begin = Self.start + Double(made) + (interval == .hour ? 0 : interval == .day ? 1e7 : 2e7)
                for check in 0..<100 {
                    let now = begin + Double(check) * interval.seconds / 10
                    if let file = try schedule.run(database, at: now) {
                        made += 1
                        #expect(check % 10 == 0)
                        #expect(try HealthDatabase(url: file, mode: .readOnly).check().isHealthy)
                    }
                }
                #expect(made == 10)
                #expect(try schedule.backups().count == 3)
                #expect(try schedule.backups().allSatisfy { $0.date >= begin + 6 * interval.seconds })
            }
            #expect(try Self.names(folder).contains("health-notes.db"))
        }
    }

    @Test func encryptedBackupsAreMadeWithAPassphrase() throws {
        try Self.with { database, folder in
            var schedule = BackupSchedule(folder: folder, every: .day, keep: 1, passphrase: "correct horse")
            schedule.cost = AgeTests.cost
            for day in 0..<3 {
                let file = try #require(try schedule.run(database, at: Self.start + Double(day) * 86_400))
                #expect(file.pathExtension == "age")
                #expect(try StoreRestoration(backup: file, store: file).isEncrypted)
            }
            #expect(try Self.names(folder).count == 1)
        }
    }

    @Test func aBackupFromTheFutureDoesNotPreventOthers() throws {
        try Self.with { database, folder in
            let schedule = BackupSchedule(folder: folder, every: .day, keep: 2)
            _ = try schedule.run(database, at: Self.start + 1e9)
            let file = try #require(try schedule.run(database, at: Self.start))
            #expect(FileManager.default.fileExists(atPath: file.path))
        }
    }

    /// A clock that was ahead, or is behind, changes neither the interval nor the backups that are kept.
    @Test(arguments: [3600.0, 86_400.0, 31_536_000.0]) func aClockThatJumpsLosesNoBackup(jump: Double) throws {
        try Self.with { database, folder in
            let schedule = BackupSchedule(folder: folder, every: .day, keep: 3)
            func run(_ days: Int, from begin: Date) throws -> Set<String> {
                var made: Set<String> = []
                // A check every three hours.
                for check in 0..<days * 8 {
                    if let file = try schedule.run(database, at: begin + Double(check) * 10_800) {
                        made.insert(file.lastPathComponent)
                    }
                }
                return made
            }
            #expect(try run(5, from: Self.start).count == 5)
            let before = Set(try Self.names(folder))
            #expect(before.count == 3)
            // Back: the earlier ones stay, and others are made once a day.
            let back = try run(5, from: Self.start - jump - 10 * 86_400)
            #expect(back.count == 5)
            #expect(before.isSubset(of: Set(try Self.names(folder))))
            #expect(try Self.names(folder).count == 6)
            // Forward, and then right again.
            #expect(try run(5, from: Self.start + jump + 20 * 86_400).count == 5)
            let ahead = Set(try Self.names(folder))
            #expect(ahead.count == 3)
            let right = try run(5, from: Self.start + 10 * 86_400)
            #expect(right.count == 5)
            #expect(ahead.isSubset(of: Set(try Self.names(folder))))
            #expect(Set(try Self.names(folder)).intersection(right).count == 3)
        }
    }

    /// The next backup has another name.
    @Test func theRestOfAKilledBackupIsRemoved() throws {
        try Self.with { database, folder in
            let names = ["health-20240101T000000Z.db.partial-0123ABCD", "notes.db.partial-0123ABCD"]
            for name in names + names.map({ $0 + "-journal" }) {
                let file = folder.appendingPathComponent(name)
                try Data("partial".utf8).write(to: file)
                try FileManager.default.setAttributes([.modificationDate: Self.start], ofItemAtPath: file.path)
            }
            let schedule = BackupSchedule(folder: folder, every: .day, keep: 1)
            let file = try #require(try schedule.run(database, at: Self.start))
            #expect(
                try Self.names(folder)
                    == [file.lastPathComponent, "notes.db.partial-0123ABCD", "notes.db.partial-0123ABCD-journal"])
        }
    }

    @Test func aMissingFolderIsAnError() throws {
        try Self.with { database, folder in
            let schedule = BackupSchedule(folder: folder.appendingPathComponent("none"), every: .day, keep: 1)
            #expect(throws: BackupError.self) { try schedule.run(database, at: Self.start) }
        }
    }
}
