// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthFormats

/// The files of an export.
package protocol ExportOutput: AnyObject {
    /// The number of bytes written so far.
    var bytesWritten: Int64 { get }
    /// The number of files written so far.
    var fileCount: Int { get }
    /// Whether several threads can write files at the same time.
    var takesFilesTogether: Bool { get }
    /// Writes a file.
    /// - Parameters:
    ///   - path: its path in the export, with `/` between the parts.
    ///   - body: writes the bytes of the file.
    func file(_ path: String, _ body: (any ByteSink) throws -> Void) throws
    /// Completes the export and gives it its name.
    func finish() throws
}

extension ExportOutput {
    package var takesFilesTogether: Bool { false }

    /// Writes a file with some bytes.
    package func file(_ path: String, bytes: some Collection<UInt8>) throws {
        try file(path) { sink in
            var sink = sink
            try Array(bytes).withUnsafeBytes { try sink.write($0) }
        }
    }
}
