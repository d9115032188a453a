// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A file that only its owner may read.
enum PrivateFile {
    /// Writes a file under another name, and gives it its name once it is complete.
    /// - Throws: A ``ToolError`` if the folder cannot be written.
    static func write(_ data: Data, to url: URL) throws {
        let folder = url.deletingLastPathComponent()
        let part = folder.appending(path: ".\(UUID().uuidString).part")
        let isWritten = FileManager.default.createFile(
            atPath: part.path, contents: data, attributes: [.posixPermissions: 0o600])
        guard isWritten, rename(part.path, url.path) == 0 else {
            unlink(part.path)
            throw ToolError(
                .notWritable, "\(url.path) cannot be written",
                remedy: "name a file in a folder that this user may write, on a disk with space")
        }
    }
}
