// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import Foundation
import Logging
import OpenHealthAPI
import OpenHealthBackup
import OpenHealthStore
import TestTimeLimits
import Testing

@testable import OpenHealthPages
@testable import OpenHealthServer

@Suite("The page of backups", .timeLimit(.usual)) struct BackupPageTests {
    private static let start = Date(timeIntervalSince1970: 1_700_000_000)

    @Test("Without regular backups, the page says how to make them, and has no form")
    func off() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = OwnedDaemon.Asker.owner(try await daemon.signIn())
            let page = try await daemon.send("GET", "/owner/backup", as: owner)
            #expect(page.status == 200 && page.text.contains("health serve --backup"), "\(page.text)")
            #expect(page.text.contains("health restore BACKUP --force --store"))
            #expect(!page.text.contains("value=\"now\""))
            #expect(
                try await daemon.send("POST", "/owner/backup", as: owner, form: [("action", "now")]).status == 409)
            #expect(try await daemon.send("GET", "/settings", as: owner).text.contains("href=\"/owner/backup\""))
        }
    }

    @Test("A backup that is wanted is made before its time, and the next one follows it")
    func now() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("backups-\(UUID().uuidString)")
        let backups = folder.appendingPathComponent("backups")
        try FileManager.default.createDirectory(at: backups, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = try HealthDatabase(url: folder.appendingPathComponent("health.db"))
        func jobs(at date: Date) -> BackupJobs {
            BackupJobs(
                BackupSchedule(folder: backups, every: .day, keep: 3), database,
                logger: Logger(label: "backups") { _ in SwiftLogNoOpLogHandler() }, steadyClock: .continuous
            ) { date }
        }
        let first = jobs(at: Self.start)
        #expect(first.overview.next == nil && first.overview.files.isEmpty)
        await first.check()
        #expect(first.overview.next == Self.start + 86_400)
        let later = jobs(at: Self.start + 3600)
        await later.check()
        #expect(later.overview.files.map(\.date) == [Self.start])
        try await later.makeNow()
        #expect(later.overview.files.map(\.date) == [Self.start + 3600, Self.start])
        #expect(later.overview.next == Self.start + 3600 + 86_400)
        #expect(later.overview.folder == backups.path && later.overview.keep == 3 && !later.overview.isEncrypted)
    }

    @Test(
        "Paths are arguments of a shell",
        arguments: [
            ("/home/ana/health.db", "/home/ana/health.db"), ("/data/my health.db", "'/data/my health.db'"),
            ("/it's", #"'/it'\''s'"#),
        ])
    func quoted(path: String, argument: String) {
        #expect(BackupPages.quoted(path) == argument)
    }
}
