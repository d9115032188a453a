// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

extension HealthDatabase {
    /// A store in memory, which ends with the object. Reads and writes wait for one another.
    /// - Throws: a ``StoreError``.
    public static func inMemory() throws -> HealthDatabase {
        try HealthDatabase(url: inMemoryURL, pool: DatabaseQueue(configuration: configuration()))
    }

    /// Whether the store is in memory: no other process can see it.
    public var isInMemory: Bool { url == Self.inMemoryURL }

    private static let inMemoryURL = URL(filePath: ":memory:", directoryHint: .notDirectory)
}
