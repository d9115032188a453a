// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthStore
import Synchronization

/// Knows whether the database has changed, and whether permissions have, whoever changed them.
final class StoreWatch: Sendable {
    /// Answers that are still true.
    let answers = AnswerCache()
    /// Wakes those who wait for changes.
    let bell: ChangeNotifier
    /// Reads changes for streams.
    let news = ChangeNews()
    private let database: HealthDatabase
    private let opened = Mutex<StoreVersion?>(nil)

    init(_ database: HealthDatabase) {
        self.database = database
        bell = ChangeNotifier(database)
    }

    /// A number that is another after every change of the database.
    func version() throws -> Int64 { try store().current() }

    /// A number that is another after every change of permissions or of who may ask: what was read before such a change is
    /// not sent after it.
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
