// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import OpenHealthBackup
import OpenHealthModel
import OpenHealthStore
import ServiceLifecycle
import Synchronization

/// The dates of the last complete and the last failed backup.
package struct BackupStatus: Sendable, Equatable {
    /// The date of the last complete backup; nil if there is none.
    package var success: Date?
    /// The date of the last failure since the server has started; nil if there was none.
    package var failure: Date?
}

/// The regular backups of a server, for its page.
package struct BackupOverview: Sendable {
    /// A backup in the folder.
    package struct File: Sendable, Equatable {
        /// The name of the file.
        package var name: String
        package var date: Date
    }

    package var status: BackupStatus
    /// The date of the next backup; nil if one is due.
    package var next: Date?
    /// The path of the folder.
    package var folder: String
    /// `hour`, `day` or `week`.
    package var interval: String
    /// The number of backups that are kept.
    package var keep: Int
    package var isEncrypted: Bool
    /// The backups in the folder, the latest first, without those in the future.
    package var files: [File]
}

/// The regular backups of the store while it is served.
final class BackupJobs: Service {
    let schedule: BackupSchedule
    let database: HealthDatabase
    let logger: Logger
    let clock: @Sendable () -> Date
    /// The clock of the pauses between checks.
    let steadyClock: AnyClock
    /// The thread for backups, which can take minutes.
    private let thread = WorkPool(threads: 1)
    private let failure = Mutex<Date?>(nil)

    /// The time between checks whether a backup is due.
    private static let pace = Duration.seconds(60)

    init(
        _ schedule: BackupSchedule, _ database: HealthDatabase, logger: Logger, steadyClock: AnyClock,
        clock: @escaping @Sendable () -> Date
    ) {
        self.schedule = schedule
        self.database = database
        self.logger = logger
        self.steadyClock = steadyClock
        self.clock = clock
    }

    /// The dates of the last backups. Those of complete backups are the names of the files, so they outlast the server. A backup that
    /// has failed is due, and is tried again when the server has started.
    var status: BackupStatus {
        let now = clock()
        let dates = (try? schedule.backups())?.map(\.date) ?? []
        return BackupStatus(success: dates.first { $0 <= now }, failure: failure.withLock { $0 })
    }

    /// The folder, its backups, and the date of the next one.
    var overview: BackupOverview {
        let now = clock()
        let files = (try? schedule.backups())?.filter { $0.date <= now } ?? []
        let next = schedule.next(after: files.first?.date).flatMap { $0 > now ? $0 : nil }
        return BackupOverview(
            status: status, next: next, folder: schedule.folder.path, interval: schedule.interval.rawValue,
            keep: schedule.keep, isEncrypted: schedule.passphrase != nil,
            files: files.map { .init(name: $0.file.lastPathComponent, date: $0.date) })
    }

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                await self.check()
                try await self.steadyClock.sleep(for: Self.pace)
            }
        }
    }

    /// Creates a backup if it is time for one. An error is logged, and the next check tries again.
    func check() async { _ = try? await make(isWanted: false) }

    /// Creates a backup now. An error is logged, too.
    func makeNow() async throws { _ = try await make(isWanted: true) }

    private func make(isWanted: Bool) async throws -> URL? {
        let (schedule, database, logger, now) = (schedule, database, logger, clock())
        do {
            let file = try await thread.run {
                try schedule.run(database, at: now, isWanted: isWanted) {
                    logger.warning("left out of the backup", metadata: ["attachment": "\($0)"])
                }
            }
            if let file { logger.info("backed up", metadata: ["file": "\(file.lastPathComponent)"]) }
            return file
        } catch {
            failure.withLock { $0 = now }
            logger.error("not backed up", metadata: ["error": "\(error)"])
            throw error
        }
    }
}
