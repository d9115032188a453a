// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import COpenHealthISAL

/// Compresses the daemon's files and responses (RFC 1952) with ISA-L's best level.
package enum Gzip {
    /// The size that the library requires at level 3 with its largest buffer, `ISAL_DEF_LVL3_EXTRA_LARGE`.
    private static let workSize = 84 * 1024 + 4 * 128 * 1024
    /// The maximum growth of a stream: five bytes for each stored block, the header and the trailer.
    private static let overhead = 1024

    /// Returns the compressed bytes.
    /// - Parameter bytes: The bytes to compress; fewer than 2^30.
    package static func packed(_ bytes: [UInt8]) -> [UInt8] {
        // checked: only the program's own files and responses are compressed
        precondition(bytes.count < 1 << 30)
        var (input, work) = (bytes, [UInt8](repeating: 0, count: workSize))
        let room = bytes.count + bytes.count / 1000 + overhead
        return [UInt8](unsafeUninitializedCapacity: room) { output, count in
            input.withUnsafeMutableBufferPointer { input in
                work.withUnsafeMutableBufferPointer { work in
                    var stream = isal_zstream()
                    isal_deflate_stateless_init(&stream)
                    stream.gzip_flag = UInt16(IGZIP_GZIP)
                    stream.level = 3
                    (stream.level_buf, stream.level_buf_size) = (work.baseAddress, UInt32(work.count))
                    stream.flush = UInt16(NO_FLUSH)
                    stream.end_of_stream = 1
                    (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
                    (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(room))
                    let result = isal_deflate_stateless(&stream)
                    // checked: the output buffer is larger than the data stored without compression
                    precondition(result == COMP_OK, "there is room for whatever comes out")
                    count = room - Int(stream.avail_out)
                }
            }
        }
    }
}
