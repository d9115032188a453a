// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthWarehouse

/// A folder of a test's own, with what its servers write.
package struct ServerFolder: Sendable {
    /// The folder.
    package let url: URL

    package init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("clickhouse-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    /// Removes the folder.
    package func remove() {
        try? FileManager.default.removeItem(at: url)
    }
}
