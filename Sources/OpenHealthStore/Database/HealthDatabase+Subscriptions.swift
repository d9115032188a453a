// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

extension HealthDatabase {
    /// Subscribes to all future changes by any process.
    ///
    /// Ranges are delivered in order, without gaps or overlaps, on a thread of the store. The handler should return quickly,
    /// because other subscribers wait for it. Changes in quick succession can be delivered as one range.
    ///
    /// The subscription observes the file that this object opened. If another file replaces it, no more changes are delivered,
    /// because reads continue to use the old file; open the store again. If the content is replaced by older content, ranges
    /// continue after the last position of that content, and a range without types reports that everything else can have changed.
    /// - Parameters:
    ///   - anchor: The position after which changes are delivered, including earlier ones; nil for the last position.
    /// - Returns: The subscription, which ends when it is deinitialized.
    /// - Throws: A ``StoreError``.
    package func subscribe(
        after anchor: Int64? = nil, _ handler: @escaping @Sendable (ChangeRange) -> Void
    ) throws -> ChangeSubscription {
        do {
            return try changeHub.subscribe(after: anchor, open: changeSource, handler)
        } catch {
            throw StoreError.wrapping(error, file: url.path)
        }
    }

    /// Returns a source with its own connection, because all connections of the pool can be busy with long reads.
    private func changeSource() throws -> ChangeSource {
        guard let path = currentPath else { return ChangeSource(pool) }
        return ChangeSource(try Self.openForReading(path), file: path)
    }

    /// The path of the opened file, for further connections; nil for an in-memory store, and if another file has replaced it.
    var currentPath: String? {
        guard let identity, identity == FileIdentity(url.path) else { return nil }
        return FileIdentity.resolved(url.path)
    }
}
