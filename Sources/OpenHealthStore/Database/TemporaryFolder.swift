// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A folder that is there as long as the object is.
final class TemporaryFolder: Sendable {
    let url: URL

    /// Chooses the path of the folder, which its users create.
    init() {
        url = FileManager.default.temporaryDirectory.appendingPathComponent(
            "openhealthkit-\(UUID().uuidString)", isDirectory: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}
