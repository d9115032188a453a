// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import COpenHealthISAL

/// Packs the server's files and responses (RFC 1952) with ISA-L's best level, and unpacks requests.
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
        let capacity = bytes.count + bytes.count / 1000 + overhead
        return [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
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
                    (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(capacity))
                    let result = isal_deflate_stateless(&stream)
                    // checked: the output buffer is larger than the data stored without compression
                    precondition(result == COMP_OK, "the output fits into the capacity")
                    count = capacity - Int(stream.avail_out)
                }
            }
        }
    }
}

extension Gzip {
    /// A header without a name or a date, of a stream from a Unix system.
    private static let header: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]

    /// Returns the bytes, compressed by the system's zlib, or by ``packed(_:)`` where it is not installed.
    ///
    /// JSON is a seventh smaller, scripts a twentieth, and style sheets a fifth. It takes up to twice as long for 30 KB of JSON (0.3 ms), and
    /// many times as long for large files.
    /// - Parameter bytes: The bytes to compress; fewer than 2^30.
    package static func packedSmall(_ bytes: [UInt8]) -> [UInt8] {
        // checked: only the program's own files and responses are compressed
        precondition(bytes.count < 1 << 30)
        guard let stream = ZlibLibrary.shared?.packed(bytes) else { return packed(bytes) }
        let checksum = bytes.withUnsafeBufferPointer { crc32_gzip_refl(0, $0.baseAddress, UInt64($0.count)) }
        // A zlib stream (RFC 1950) has a header of two bytes, and a checksum of four that differs from that of gzip.
        var result = header + stream[2..<stream.count - 4]
        for number in [checksum, UInt32(bytes.count)] {
            withUnsafeBytes(of: number.littleEndian) { result += $0 }
        }
        return result
    }
}

extension Gzip {
    /// The size of the header and the trailer.
    private static let smallest = 18

    /// Returns the unpacked size that a stream states at its end, or nil if the bytes are not gzip.
    package static func statedSize(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard bytes.count >= smallest, bytes[0] == 0x1f, bytes[1] == 0x8b else { return nil }
        return Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: bytes.count - 4, as: UInt32.self)))
    }

    /// Returns the unpacked bytes of a stream with one member, or nil if it is damaged or has another size.
    /// - Parameter size: The size that the stream states; see ``statedSize(_:)``.
    package static func unpacked(_ bytes: UnsafeRawBufferPointer, size: Int) -> [UInt8]? {
        guard statedSize(bytes) == size, bytes.count < 1 << 30, size < 1 << 30 else { return nil }
        let state = UnsafeMutablePointer<inflate_state>.allocate(capacity: 1)
        defer { state.deallocate() }
        isal_inflate_init(state)
        // The checksum is verified.
        state.pointee.crc_flag = UInt32(ISAL_GZIP)
        state.pointee.next_in = UnsafeMutablePointer(mutating: bytes.bindMemory(to: UInt8.self).baseAddress)
        state.pointee.avail_in = UInt32(bytes.count)
        var isComplete = false
        // A byte more than stated distinguishes a stream of exactly that size from a larger one.
        let unpacked = [UInt8](unsafeUninitializedCapacity: size + 1) { output, count in
            state.pointee.next_out = output.baseAddress
            state.pointee.avail_out = UInt32(size + 1)
            let result = isal_inflate(state)
            count = size + 1 - Int(state.pointee.avail_out)
            isComplete =
                result == ISAL_DECOMP_OK && state.pointee.block_state == ISAL_BLOCK_FINISH
                && state.pointee.avail_in == 0
        }
        return isComplete && unpacked.count == size ? unpacked : nil
    }

    /// The number of bytes that are unpacked at once.
    private static let part = 256 << 10

    /// Unpacks a stream with one member in parts.
    /// - Parameters:
    ///   - size: The size that the stream states; see ``statedSize(_:)``.
    ///   - body: A closure that receives each part, and the number of packed bytes that have been read.
    /// - Returns: False if the stream is damaged or has another size. The closure can have received parts of it.
    package static func unpack(
        _ bytes: UnsafeRawBufferPointer, size: Int, _ body: (UnsafeRawBufferPointer, Int) throws -> Void
    ) throws -> Bool {
        guard statedSize(bytes) == size, bytes.count < 1 << 30, size < 1 << 30 else { return false }
        let state = UnsafeMutablePointer<inflate_state>.allocate(capacity: 1)
        defer { state.deallocate() }
        isal_inflate_init(state)
        // The checksum is verified.
        state.pointee.crc_flag = UInt32(ISAL_GZIP)
        state.pointee.next_in = UnsafeMutablePointer(mutating: bytes.bindMemory(to: UInt8.self).baseAddress)
        state.pointee.avail_in = UInt32(bytes.count)
        let output = UnsafeMutableRawBufferPointer.allocate(byteCount: part, alignment: 64)
        defer { output.deallocate() }
        var total = 0
        while true {
            state.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
            state.pointee.avail_out = UInt32(output.count)
            guard isal_inflate(state) == ISAL_DECOMP_OK else { return false }
            let count = output.count - Int(state.pointee.avail_out)
            total += count
            guard total <= size else { return false }
            if count > 0 {
                try body(
                    UnsafeRawBufferPointer(rebasing: output[..<count]), bytes.count - Int(state.pointee.avail_in))
            }
            if state.pointee.block_state == ISAL_BLOCK_FINISH { break }
            // The input has been cut off.
            if count == 0 { return false }
        }
        return total == size && state.pointee.avail_in == 0
    }
}

extension Gzip {
    /// Returns whether bytes begin like a gzip stream.
    package static func isPacked(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.count >= smallest && bytes.starts(with: [0x1f, 0x8b, 8])
    }

    /// Returns the unpacked bytes of a stream with any number of members, as far as it can be read.
    /// - Parameter limit: The maximum number of unpacked bytes; the rest is left out.
    /// - Returns: The bytes, and whether the stream was read to its end without an error. Of a stream that unpacks to many times its size, as
    ///   ``InflateByteSource/ratioLimit`` states, there are no bytes.
    package static func unpackedPart(
        _ packed: [UInt8], limit: Int
    ) -> (bytes: [UInt8], isWhole: Bool, isBomb: Bool) {
        packed.withUnsafeBytes { unpackedPart($0, limit: limit) }
    }

    private static func unpackedPart(
        _ bytes: UnsafeRawBufferPointer, limit: Int
    ) -> (bytes: [UInt8], isWhole: Bool, isBomb: Bool) {
        guard bytes.count < 1 << 30, let start = bytes.bindMemory(to: UInt8.self).baseAddress else {
            return ([], false, false)
        }
        let state = UnsafeMutablePointer<inflate_state>.allocate(capacity: 1)
        defer { state.deallocate() }
        var unpacked: [UInt8] = []
        var read = 0
        while read < bytes.count {
            isal_inflate_init(state)
            // The checksum is verified.
            state.pointee.crc_flag = UInt32(ISAL_GZIP)
            state.pointee.next_in = UnsafeMutablePointer(mutating: start + read)
            state.pointee.avail_in = UInt32(bytes.count - read)
            while state.pointee.block_state != ISAL_BLOCK_FINISH {
                if unpacked.count >= limit { return (unpacked, false, false) }
                var status = ISAL_DECOMP_OK
                let size = min(part, limit - unpacked.count)
                let piece = [UInt8](unsafeUninitializedCapacity: size) { output, count in
                    state.pointee.next_out = output.baseAddress
                    state.pointee.avail_out = UInt32(size)
                    status = isal_inflate(state)
                    count = size - Int(state.pointee.avail_out)
                }
                unpacked += piece
                let (total, consumed) = (Int64(unpacked.count), Int64(bytes.count) - Int64(state.pointee.avail_in))
                if total > InflateByteSource.harmlessSize, total / InflateByteSource.ratioLimit > consumed {
                    return ([], false, true)
                }
                guard status == ISAL_DECOMP_OK else { return (unpacked, false, false) }
                // The input has been cut off.
                if piece.isEmpty, state.pointee.block_state != ISAL_BLOCK_FINISH { return (unpacked, false, false) }
            }
            read = bytes.count - Int(state.pointee.avail_in)
            // Zeros fill the end of some files; anything else must be another member.
            let rest = bytes[read...]
            if rest.allSatisfy({ $0 == 0 }) { break }
            if !isPacked(rest) { return (unpacked, false, false) }
        }
        return (unpacked, true, false)
    }
}
