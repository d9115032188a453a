// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

/// Tests of writing all bytes to a file descriptor.
struct CompleteWriteTests {
    @Test func moreThanAPipeHoldsIsWritten() async throws {
        let pipe = Pipe()
        let bytes = (0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        let reader = Task.detached { pipe.fileHandleForReading.readDataToEndOfFile() }
        try bytes.withUnsafeBytes { try $0.writeAll(to: pipe.fileHandleForWriting.fileDescriptor) }
        try pipe.fileHandleForWriting.close()
        #expect(await Array(reader.value) == bytes)
    }

    @Test func aFullDiskIsAnError() throws {
        let file = try FileHandle(forWritingTo: URL(filePath: "/dev/full"))
        let error = #expect(throws: POSIXError.self) {
            try [1, 2, 3].withUnsafeBytes { try $0.writeAll(to: file.fileDescriptor) }
        }
        #expect(error?.code == .ENOSPC)
    }

    @Test func aClosedDescriptorIsAnError() {
        let error = #expect(throws: POSIXError.self) { try [1].withUnsafeBytes { try $0.writeAll(to: -1) } }
        #expect(error?.code == .EBADF)
    }

    @Test func noBytesNeedNoDescriptor() throws {
        try UnsafeRawBufferPointer(start: nil, count: 0).writeAll(to: -1)
    }
}
