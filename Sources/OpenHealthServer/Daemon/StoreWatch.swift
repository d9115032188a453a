// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthStore
import Synchronization

/// An observer of changes of the database and of permissions by any process.
final class StoreWatch: Sendable {
    /// The answers that are still valid.
    let answers = AnswerCache()
    /// Resumes tasks that wait for changes.
    let notifier: ChangeNotifier
    /// Reads changes for streams.
    let feed = ChangeFeed()
    private let database: HealthDatabase
    private let opened = Mutex<StoreVersion?>(nil)

    init(_ database: HealthDatabase) {
        self.database = database
        notifier = ChangeNotifier(database)
    }

    /// Returns a number that changes with every change of the database.
    func version() throws -> Int64 { try store().current() }

    /// Returns a number that changes with every change of permissions or of the registered apps: data that was read before such a
    /// change is not sent after it.
    func permissionCount() throws -> Int64 { try store().permissionCount() }

    private func store() throws -> StoreVersion {
        try opened.withLock { opened in
            if let opened { return opened }
            let version = try StoreVersion(database)
            opened = version
            return version
        }
    }
}
