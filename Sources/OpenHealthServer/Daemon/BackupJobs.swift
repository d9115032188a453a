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

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                await self.check()
                try await self.steadyClock.sleep(for: Self.pace)
            }
        }
    }

    /// Creates a backup if it is time for one. An error is logged, and the next check tries again.
    func check() async {
        let (schedule, database, logger, now) = (schedule, database, logger, clock())
        do {
            let file = try await thread.run {
                try schedule.run(database, at: now) {
                    logger.warning("left out of the backup", metadata: ["attachment": "\($0)"])
                }
            }
            if let file { logger.info("backed up", metadata: ["file": "\(file.lastPathComponent)"]) }
        } catch {
            failure.withLock { $0 = now }
            logger.error("not backed up", metadata: ["error": "\(error)"])
        }
    }
}
