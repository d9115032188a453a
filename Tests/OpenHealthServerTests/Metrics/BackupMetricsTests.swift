// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import OpenHealthBackup
import OpenHealthModel
import OpenHealthStore
import Testing

@testable import OpenHealthServer

/// Tests of the dates of regular backups.
@Suite("Metrics of backups")
struct BackupMetricsTests {
    private static let start = Date(timeIntervalSince1970: 1_700_000_000)

    @Test("the last success outlasts the server, and a failure is dated")
    func dates() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("metrics-\(UUID().uuidString)")
        let backups = folder.appendingPathComponent("backups")
        try FileManager.default.createDirectory(at: backups, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = try HealthDatabase(url: folder.appendingPathComponent("health.db"))
        let schedule = BackupSchedule(folder: backups, every: .day, keep: 2)
        func jobs(at date: Date) -> BackupJobs {
            BackupJobs(
                schedule, database, logger: Logger(label: "backups") { _ in SwiftLogNoOpLogHandler() },
                steadyClock: .continuous
            ) { date }
        }
        func value(_ name: String, _ jobs: BackupJobs?) throws -> Double? {
            let page = MetricsPage(metrics: DaemonMetrics(), database: database, version: "1", backups: jobs)
            return try ExpositionTests.Page(page.text()).value("health_backup_last_\(name)_timestamp_seconds")
        }

        let first = jobs(at: Self.start)
        #expect(first.status == BackupStatus())
        #expect(try value("success", first) == 0 && value("failure", first) == 0)
        await first.check()
        #expect(first.status == BackupStatus(success: Self.start))
        #expect(try value("success", first) == Self.start.timeIntervalSince1970)

        // Another server, whose backup fails because of a file in its place.
        let later = Self.start + 2 * 86_400
        let second = jobs(at: later)
        #expect(second.status == BackupStatus(success: Self.start))
        let style = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
        try Data().write(to: backups.appendingPathComponent("health-\(later.formatted(style)).db-journal"))
        await second.check()
        #expect(second.status == BackupStatus(success: Self.start, failure: later))
        #expect(try value("failure", second) == later.timeIntervalSince1970)
        #expect(try value("success", nil) == nil)
    }
}
