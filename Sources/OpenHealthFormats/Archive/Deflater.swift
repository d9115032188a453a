// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import COpenHealthISAL

/// Compresses a buffer into a file, with ISA-L's deflate at its fast level.
final class Deflater {
    /// The size that the library requires at level 1 with its largest buffer, `ISAL_DEF_LVL1_EXTRA_LARGE`.
    private static let workSize = 20 * 1024 + 4 * 128 * 1024
    private static let outputSize = 256 * 1024

    private let stream: UnsafeMutablePointer<isal_zstream>
    private let work: UnsafeMutablePointer<UInt8>
    private let output: UnsafeMutablePointer<UInt8>

    init() {
        stream = .allocate(capacity: 1)
        work = .allocate(capacity: Self.workSize)
        output = .allocate(capacity: Self.outputSize)
        reset()
    }

    deinit {
        stream.deallocate()
        work.deallocate()
        output.deallocate()
    }

    /// Begins a new stream.
    func reset() {
        isal_deflate_init(stream)
        stream.pointee.level = 1
        stream.pointee.level_buf = work
        stream.pointee.level_buf_size = UInt32(Self.workSize)
        stream.pointee.flush = UInt16(NO_FLUSH)
        stream.pointee.end_of_stream = 0
    }

    /// Compresses bytes and writes the output; the last call ends the stream.
    func run(_ bytes: UnsafeRawBufferPointer, isLast: Bool, into file: any ArchiveSink) throws(FormatError) {
        var done = 0
        repeat {
            let count = min(bytes.count - done, 1 << 30)
            stream.pointee.next_in =
                bytes.baseAddress.map {
                    UnsafeMutablePointer(mutating: ($0 + done).assumingMemoryBound(to: UInt8.self))
                }
            stream.pointee.avail_in = UInt32(count)
            done += count
            stream.pointee.end_of_stream = isLast && done == bytes.count ? 1 : 0
            repeat {
                stream.pointee.next_out = output
                stream.pointee.avail_out = UInt32(Self.outputSize)
                let result = isal_deflate(stream)
                // checked: the parameters are constants
                precondition(result == COMP_OK, "the parameters of this stream are constant and valid")
                let made = Self.outputSize - Int(stream.pointee.avail_out)
                try file.write(UnsafeRawBufferPointer(start: output, count: made))
            } while stream.pointee.avail_out == 0 || stream.pointee.avail_in > 0
        } while done < bytes.count
    }
}
