// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import COpenHealthISAL
import Foundation
import OpenHealthModel

/// Writes a zip archive member by member, with one buffer.
///
/// Sizes follow the members in data descriptors, as in the archives of phones; 64-bit fields are used if sizes, offsets or counts
/// require them. The archive gets its name when it is complete. A class, because it owns the file. Used by one thread at a time.
public final class ZipWriter: ByteSink {
    /// The compression method of a member.
    public enum Method: UInt16, Sendable {
        /// Not compressed.
        case stored = 0
        /// Deflated at the fast level.
        case deflated = 8
    }

    /// The number of written bytes.
    package var bytesWritten: Int64 { file.bytesWritten }

    private let file: any ArchiveSink
    private let forcesWideFields: Bool
    private let dosTime: UInt32
    private var members: [ZipMemberRecord] = []
    private var current: ZipMemberRecord?
    private var deflater: Deflater?

    /// Creates the archive.
    /// - Parameters:
    ///   - url: The URL of the archive.
    ///   - modified: The date of all members, in seconds since 1970; at least 1980, which is the minimum of the format.
    ///   - forcesWideFields: Whether to use 64-bit fields for all members, for tests with small files.
    /// - Throws: A ``FormatError`` with the code `notWritable`.
    public convenience init(url: URL, modified: Int64 = 0, forcesWideFields: Bool = false) throws(FormatError) {
        try self.init(url: url, modified: modified, forcesWideFields: forcesWideFields, replaces: true)
    }

    /// Creates an archive of the bytes of a sink.
    /// - Parameter modified: The date of all members, in seconds since 1970.
    package init(_ sink: any ArchiveSink, modified: Int64) {
        file = sink
        forcesWideFields = false
        dosTime = Self.dosTime(modified)
    }

    /// Creates the archive.
    /// - Parameter replaces: whether it replaces a file of the same name that exists at the end.
    /// - Throws: A ``FormatError`` with the code `notWritable`.
    package init(
        url: URL, modified: Int64 = 0, forcesWideFields: Bool = false, replaces: Bool
    ) throws(FormatError) {
        FileByteSink.removeAbandoned(of: url.path)
        file = try FileByteSink(path: url.path, replaces: replaces)
        self.forcesWideFields = forcesWideFields
        dosTime = Self.dosTime(modified)
    }

    /// Begins a member. Write its bytes with ``write(_:)``.
    /// - Parameters:
    ///   - path: The path, with `/` as the separator; the path of a folder ends with `/`.
    ///   - method: The compression method.
    ///   - expectedSize: The approximate size, if known; nil to reserve space for 64-bit sizes.
    /// - Throws: A ``FormatError`` with the code `notWritable`.
    public func beginMember(_ path: String, method: Method = .deflated, expectedSize: Int64? = nil) throws(FormatError)
    {
        // checked: the export writer ends each member
        precondition(current == nil, "the previous member has not ended")
        let isWide = forcesWideFields || (expectedSize ?? .max) > 2_000_000_000
        let member = ZipMemberRecord(
            name: Array(path.utf8), method: method.rawValue, dosTime: dosTime, offset: UInt64(file.bytesWritten),
            isWide: isWide)
        try put(member.localHeader)
        current = member
        if method == .deflated {
            let deflater = self.deflater ?? Deflater()
            deflater.reset()
            self.deflater = deflater
        }
    }

    /// Writes bytes of the current member.
    /// - Throws: A ``FormatError`` with the code `notWritable`.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(FormatError) {
        // checked: the export writer begins each member
        guard var member = current else { preconditionFailure("no member has begun") }
        member.checksum = CRC32.update(member.checksum, bytes)
        member.uncompressed += UInt64(bytes.count)
        if member.method == Method.stored.rawValue {
            try file.write(bytes)
            member.compressed += UInt64(bytes.count)
        } else {
            member.compressed += try deflate(bytes, isLast: false)
        }
        current = member
    }

    /// Ends the current member.
    /// - Throws: ``FormatError`` with the codes `notWritable`, or `tooLarge` if the member exceeds its expected size.
    public func endMember() throws(FormatError) {
        // checked: the export writer begins and ends each member
        guard var member = current else { preconditionFailure("no member has begun") }
        if member.method == Method.deflated.rawValue {
            member.compressed += try deflate(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true)
        }
        guard member.isWide || max(member.compressed, member.uncompressed) < UInt64(UInt32.max) else {
            throw FormatError(
                .tooLarge, file: String(decoding: member.name, as: UTF8.self),
                message: "the member exceeds its expected size", remedy: "omit the expected size")
        }
        try put(member.dataDescriptor)
        members.append(member)
        current = nil
    }

    /// Adds a complete member.
    /// - Throws: A ``FormatError`` with the code `notWritable`.
    public func addMember(_ path: String, _ bytes: [UInt8], method: Method = .deflated) throws(FormatError) {
        try beginMember(path, method: method, expectedSize: Int64(bytes.count))
        try put(bytes, asMember: true)
        try endMember()
    }

    /// Writes the directory and renames the archive to its path.
    /// - Throws: A ``FormatError`` with the code `notWritable`.
    public func finish() throws(FormatError) {
        // checked: the export writer begins and ends each member
        precondition(current == nil, "the last member has not ended")
        let start = UInt64(file.bytesWritten)
        for member in members { try put(member.directoryEntry(forcesWideFields: forcesWideFields)) }
        let size = UInt64(file.bytesWritten) - start
        try put(
            ZipMemberRecord.endRecords(
                count: UInt64(members.count), size: size, offset: start, forcesWideFields: forcesWideFields))
        try file.finish()
    }

    private func put(_ bytes: [UInt8], asMember: Bool = false) throws(FormatError) {
        // The standard library's closures do not rethrow typed errors in all of these calls.
        var failure: FormatError?
        bytes.withUnsafeBytes { buffer in
            do throws(FormatError) {
                if asMember { try write(buffer) } else { try file.write(buffer) }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    private func deflate(_ bytes: UnsafeRawBufferPointer, isLast: Bool) throws(FormatError) -> UInt64 {
        guard let deflater else { return 0 }
        let before = file.bytesWritten
        try deflater.run(bytes, isLast: isLast, into: file)
        return UInt64(file.bytesWritten - before)
    }

    private static func dosTime(_ seconds: Int64) -> UInt32 {
        let clamped = Int(max(seconds, 315_532_800))
        let (year, month, day) = CivilDay.date(clamped / 86_400)
        let second = clamped % 86_400
        let date = UInt32(min(year - 1980, 127)) << 9 | UInt32(month) << 5 | UInt32(day)
        let time = UInt32(second / 3600) << 11 | UInt32(second / 60 % 60) << 5 | UInt32(second % 60 / 2)
        return date << 16 | time
    }
}

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
