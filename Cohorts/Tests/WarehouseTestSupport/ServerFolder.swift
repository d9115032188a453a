// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A temporary folder for the files of a test's servers.
package struct ServerFolder: Sendable {
    /// The folder.
    package let url: URL

    package init(_ kind: String = "servers") throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("\(kind)-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        ServerLauncher.shared.removeAtExit(url)
    }

    /// Writes a string to a file in the folder.
    @discardableResult
    func write(_ text: String, to name: String) throws -> URL {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file, options: .atomic)
        return file
    }

    /// Removes the folder.
    package func remove() {
        try? FileManager.default.removeItem(at: url)
    }
}
