// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A file for inputs of readers that need one. All inputs use the same file, in a folder in memory if the system has one.
enum FuzzFile {
    /// The file, in a folder of its own: for a file that is not an archive, the reader searches its folder for the other parts of an export.
    private static let file = Mutex<URL?>(nil)
    private static let memory = "/dev/shm"
    private static let name = "openhealthkit-fuzz-\(ProcessInfo.processInfo.processIdentifier)"

    /// Calls a closure with a file that contains the bytes.
    static func with(_ bytes: [UInt8], _ body: (URL) -> Void) {
        file.withLock { file in
            do {
                let url = try file ?? create()
                file = url
                // Not as a whole, which would create another file each time.
                try Data(bytes).write(to: url)
                body(url)
            } catch {
                preconditionFailure("the file for the reader cannot be written: \(error)")
            }
        }
    }

    private static func create() throws -> URL {
        let isInMemory = FileManager.default.isWritableFile(atPath: memory)
        let parent = isInMemory ? URL(filePath: memory) : FileManager.default.temporaryDirectory
        let folder = parent.appending(path: name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        atexit { FuzzFile.remove() }
        return folder.appending(path: "export.zip")
    }

    private static func remove() {
        guard let url = file.withLockIfAvailable({ $0 }) ?? nil else { return }
        try? FileManager.default.removeItem(at: url.deletingLastPathComponent())
    }
}
