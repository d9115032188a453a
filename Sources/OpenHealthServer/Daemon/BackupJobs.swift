// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import OpenHealthBackup
import OpenHealthStore
import ServiceLifecycle

/// The regular backups of the store while it is served.
struct BackupJobs: Service {
    let schedule: BackupSchedule
    let database: HealthDatabase
    let logger: Logger
    let clock: @Sendable () -> Date
    /// The thread for backups, which can take minutes.
    private let thread = WorkPool(threads: 1)

    /// The time between checks whether a backup is due.
    private static let pace = Duration.seconds(60)

    init(_ schedule: BackupSchedule, _ database: HealthDatabase, logger: Logger, clock: @escaping @Sendable () -> Date)
    {
        self.schedule = schedule
        self.database = database
        self.logger = logger
        self.clock = clock
    }

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                await check()
                try await Task.sleep(for: Self.pace)
            }
        }
    }

    /// Creates a backup if it is time for one. An error is logged, and the next check tries again.
    func check() async {
        let (schedule, database, now) = (schedule, database, clock())
        do {
            let file = try await thread.run { try schedule.run(database, at: now) }
            if let file { logger.info("backed up", metadata: ["file": "\(file.lastPathComponent)"]) }
        } catch {
            logger.error("not backed up", metadata: ["error": "\(error)"])
        }
    }
}
