// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthFormats

/// A stream of bytes, such as standard output, as the target of an export of one file.
final class StreamOutput: ExportOutput {
    private let sink: any ArchiveSink
    private(set) var fileCount = 0
    var bytesWritten: Int64 { sink.bytesWritten }

    init(_ sink: any ArchiveSink) {
        self.sink = sink
    }

    func file(_ path: String, _ body: (any ByteSink) throws -> Void) throws {
        // checked: formats with several files have no form as a stream
        precondition(fileCount == 0, "a stream has one file")
        fileCount += 1
        try body(sink)
    }

    func finish() throws { try sink.finish() }
}
