// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import COpenHealthISAL

/// A source of the unpacked bytes of a zip archive member.
///
/// At the end, the size and the checksum are compared with the directory. A member that exceeds its declared size is corrupt. A
/// member that exceeds 250 times its packed size after 64 MiB is rejected as a zip bomb (exports reach a factor of 30). A class,
/// because the state of the decompressor must not be copied. Used by one thread at a time.
public final class InflateByteSource: ByteSource {
    /// The maximum ratio of unpacked to packed bytes.
    public static let ratioLimit: Int64 = 250
    /// The unpacked size in bytes up to which any ratio is accepted.
    public static let harmlessSize: Int64 = 64 * 1024 * 1024

    /// The unpacked bytes that have been read.
    public private(set) var bytesRead: Int64 = 0
    /// The packed bytes that have been consumed, for progress.
    public var compressedBytesRead: Int64 { fileBytesRead - Int64(state?.pointee.avail_in ?? 0) }
    /// The number of packed bytes, for progress.
    public var compressedSize: Int64 { entry.compressedSize }

    private static let inputSize = 128 * 1024

    private let file: OpenFile
    private let start: Int64
    private let entry: ZipEntry
    private let name: String
    private var fileBytesRead: Int64 = 0
    private var checksum: UInt32 = 0
    private var atEnd = false
    /// The state of the decompressor; nil for stored members.
    private var state: UnsafeMutablePointer<inflate_state>?
    private var input: UnsafeMutableRawBufferPointer?

    init(file: OpenFile, start: Int64, entry: ZipEntry, name: String) throws(FormatError) {
        self.file = file
        self.start = start
        self.entry = entry
        self.name = name
        if entry.method == 0 {
            guard entry.compressedSize == entry.uncompressedSize || entry.isSalvaged else {
                throw FormatError(
                    .corruptArchive, file: name, message: "the member is not compressed, but has two different sizes",
                    remedy: "download the archive or copy it from the phone again, or export again")
            }
            return
        }
        let state = UnsafeMutablePointer<inflate_state>.allocate(capacity: 1)
        isal_inflate_init(state)
        state.pointee.crc_flag = UInt32(ISAL_DEFLATE)
        state.pointee.avail_in = 0
        self.state = state
        input = .allocate(byteCount: Self.inputSize, alignment: 64)
    }

    deinit {
        state?.deallocate()
        input?.deallocate()
    }

    /// Reads the next bytes; returns 0 at the end, after the size and the checksum were verified.
    /// - Throws: ``FormatError`` with the codes `zipBomb`, `corruptArchive`, `truncated`, `notReadable`.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(FormatError) -> Int {
        if atEnd || buffer.isEmpty { return 0 }
        let count = state == nil ? try copyStored(into: buffer) : try inflate(into: buffer)
        if count > 0 {
            bytesRead += Int64(count)
            checksum = CRC32.update(checksum, UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            try refuseBomb()
        } else {
            try finish()
        }
        return count
    }

    private func copyStored(into buffer: UnsafeMutableRawBufferPointer) throws(FormatError) -> Int {
        let count = Int(min(Int64(buffer.count), entry.compressedSize - fileBytesRead))
        if count == 0 { return 0 }
        let read = try file.read(
            at: start + fileBytesRead, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]))
        if read < count { throw ended() }
        fileBytesRead += Int64(read)
        return read
    }

    private func inflate(into buffer: UnsafeMutableRawBufferPointer) throws(FormatError) -> Int {
        guard let state, let base = buffer.baseAddress else { return 0 }
        let capacity = min(buffer.count, Int(UInt32.max) / 2)
        state.pointee.next_out = base.assumingMemoryBound(to: UInt8.self)
        state.pointee.avail_out = UInt32(capacity)
        while state.pointee.avail_out > 0 {
            if state.pointee.avail_in == 0 { try refill(state) }
            let before = (state.pointee.avail_in, state.pointee.avail_out)
            let result = isal_inflate(state)
            guard result == ISAL_DECOMP_OK || result == ISAL_END_INPUT || result == ISAL_OUT_OVERFLOW else {
                throw corrupt("its packed bytes are damaged")
            }
            let isFinished =
                state.pointee.block_state == ISAL_BLOCK_FINISH
                && state.pointee.tmp_out_valid == state.pointee.tmp_out_processed
            if isFinished { break }
            if before == (state.pointee.avail_in, state.pointee.avail_out), state.pointee.avail_in > 0 {
                throw corrupt("its packed bytes are damaged")
            }
            if state.pointee.avail_in == 0, fileBytesRead == entry.compressedSize, state.pointee.avail_out > 0,
                before.1 == state.pointee.avail_out
            {
                throw ended()
            }
        }
        return capacity - Int(state.pointee.avail_out)
    }

    private func refill(_ state: UnsafeMutablePointer<inflate_state>) throws(FormatError) {
        guard let input else { return }
        let count = Int(min(Int64(input.count), entry.compressedSize - fileBytesRead))
        if count == 0 { return }
        let read = try file.read(
            at: start + fileBytesRead, into: UnsafeMutableRawBufferPointer(rebasing: input[..<count]))
        if read < count { throw ended() }
        fileBytesRead += Int64(read)
        state.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        state.pointee.avail_in = UInt32(read)
    }

    private func refuseBomb() throws(FormatError) {
        if bytesRead > Self.harmlessSize, bytesRead / Self.ratioLimit > fileBytesRead {
            throw bomb("it unpacks to more than \(Self.ratioLimit) times its size")
        }
        // A single changed bit can cause this.
        if bytesRead > entry.uncompressedSize {
            throw corrupt("it unpacks to more than the \(entry.uncompressedSize) bytes it declares")
        }
    }

    private func finish() throws(FormatError) {
        atEnd = true
        if entry.isSalvaged { return }
        if let state {
            let left = Int64(state.pointee.avail_in) + Int64(max(0, state.pointee.read_in_length) / 8)
            if left > 0 || fileBytesRead < entry.compressedSize {
                throw corrupt("it ends before its packed bytes do")
            }
        }
        guard bytesRead == entry.uncompressedSize else {
            throw corrupt("it has \(bytesRead) bytes and declares \(entry.uncompressedSize)")
        }
        guard checksum == entry.crc32 else { throw corrupt("its checksum is wrong") }
    }

    private func corrupt(_ message: String) -> FormatError {
        FormatError(
            .corruptArchive, file: name, message: "the member is corrupt: \(message)",
            remedy: "download the archive or copy it from the phone again, or export again")
    }

    private func ended() -> FormatError {
        FormatError(
            .truncated, file: name, message: "the member ends in the middle",
            remedy: "download the archive or copy it from the phone again: only a part of it has arrived")
    }

    private func bomb(_ message: String) -> FormatError {
        FormatError(
            .zipBomb, file: name, message: "the member is refused as a zip bomb: \(message)",
            remedy: "export again on the phone; real exports do not unpack like this")
    }
}
