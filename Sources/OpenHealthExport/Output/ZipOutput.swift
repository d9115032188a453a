// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats

/// A zip archive as the target of an export.
package final class ZipOutput: ExportOutput {
    private let writer: ZipWriter
    package private(set) var fileCount = 0
    package var bytesWritten: Int64 { writer.bytesWritten }

    /// - Throws: an ``ExportError`` if there is such a file already and it is not to be replaced.
    package init(url: URL, replaces: Bool, date: Date) throws {
        try ExportTarget.check(url, replaces: replaces, isFolder: false)
        writer = try ZipWriter(url: url, modified: Int64(date.timeIntervalSince1970), replaces: replaces)
    }

    /// Creates an archive of the bytes of a sink.
    package init(_ sink: any ArchiveSink, date: Date) {
        writer = ZipWriter(sink, modified: Int64(date.timeIntervalSince1970))
    }

    package func file(_ path: String, _ body: (any ByteSink) throws -> Void) throws {
        try writer.beginMember(path)
        try body(writer)
        try writer.endMember()
        fileCount += 1
    }

    package func finish() throws { try writer.finish() }
}
