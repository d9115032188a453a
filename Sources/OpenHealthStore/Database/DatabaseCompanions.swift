// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// An object that another module keeps with an open database.
package protocol DatabaseCompanion: AnyObject, Sendable {
    /// Performs work before the database is closed, while it can still be used. The database must not be retained.
    func databaseWillClose(_ database: HealthDatabase)
}

/// The objects that other modules keep with an open database: at most one for each class.
package final class DatabaseCompanions: Sendable {
    private let all = Mutex<[ObjectIdentifier: any DatabaseCompanion]>([:])

    /// Returns the companion of a class, and creates it for the first caller.
    package func companion<Companion: DatabaseCompanion>(_ make: () -> Companion) -> Companion {
        all.withLock { all in
            let key = ObjectIdentifier(Companion.self)
            if let known = all[key] as? Companion { return known }
            let new = make()
            all[key] = new
            return new
        }
    }

    package func databaseWillClose(_ database: HealthDatabase) {
        for companion in all.withLock({ $0 }).values { companion.databaseWillClose(database) }
    }
}
