// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A list of byte strings with keys, which is read in the order of the keys, with memory that does not depend on its length.
///
/// Entries beyond the limit of memory are written in sorted runs to a file without a name, which the system removes when the process ends.
/// Reading merges the runs. Byte strings with equal keys keep their order.
final class SortedBytes {
    /// A sort key.
    struct Key: Comparable {
        var first: UInt64
        var second: UInt64

        static func < (left: Key, right: Key) -> Bool {
            left.first != right.first ? left.first < right.first : left.second < right.second
        }

        /// Returns a number with the order of the given one.
        static func ordered(_ number: Double) -> UInt64 {
            // Both zeros are one number.
            let bits = number == 0 ? 0 : number.bitPattern
            return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
        }
    }

    /// A byte string in memory.
    private struct Entry {
        var key: Key
        var offset: Int
        var count: Int
    }

    /// The maximum number of runs that are merged at once.
    private static let maximumRuns = 64

    private let path: String
    private let memory: Int
    private var bytes: [UInt8] = []
    private var entries: [Entry] = []
    private var file: SpillFile?
    private var runs: [Range<Int64>] = []

    /// Creates an empty list.
    /// - Parameters:
    ///   - path: A path in the folder for the file.
    ///   - memory: The number of bytes from which byte strings are written to the file.
    init(beside path: String, memory: Int) {
        self.path = path
        self.memory = memory
    }

    /// Adds a byte string.
    /// - Throws: A ``StoreError`` if the file cannot be written.
    func add(_ key: Key, _ content: UnsafeRawBufferPointer) throws {
        entries.append(Entry(key: key, offset: bytes.count, count: content.count))
        bytes.append(contentsOf: content)
        if bytes.count + entries.count * MemoryLayout<Entry>.stride >= memory { try writeRun() }
    }

    /// Calls a closure with each byte string, in the order of the keys.
    func readInOrder(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        guard let file else {
            sort()
            return try bytes.withUnsafeBytes { bytes in
                for entry in entries {
                    try body(UnsafeRawBufferPointer(rebasing: bytes[entry.offset..<entry.offset + entry.count]))
                }
            }
        }
        try writeRun()
        (bytes, entries) = ([], [])
        while runs.count > Self.maximumRuns { try mergeFirstRuns(file) }
        try Self.merge(runs, file) { _, content in try body(content) }
    }

    private func sort() {
        // Equal keys are in order, since the sort is not guaranteed to be stable.
        entries.sort { $0.key != $1.key ? $0.key < $1.key : $0.offset < $1.offset }
    }

    private func writeRun() throws {
        if entries.isEmpty { return }
        sort()
        let file = try self.file ?? SpillFile(beside: path)
        self.file = file
        let begin = file.size
        try bytes.withUnsafeBytes { bytes in
            for entry in entries {
                try file.append(
                    entry.key, UnsafeRawBufferPointer(rebasing: bytes[entry.offset..<entry.offset + entry.count]))
            }
        }
        try file.flush()
        runs.append(begin..<file.size)
        bytes.removeAll(keepingCapacity: true)
        entries.removeAll(keepingCapacity: true)
    }

    /// Merges the first runs to one, so that a list of any length is merged with bounded memory.
    private func mergeFirstRuns(_ file: SpillFile) throws {
        let first = Array(runs.prefix(Self.maximumRuns))
        let begin = file.size
        try Self.merge(first, file) { try file.append($0, $1) }
        try file.flush()
        runs.replaceSubrange(0..<first.count, with: [begin..<file.size])
    }

    private static func merge(
        _ runs: [Range<Int64>], _ file: SpillFile, _ body: (Key, UnsafeRawBufferPointer) throws -> Void
    ) throws {
        var readers = runs.map { SpillReader(file, $0) }
        // The indices of the readers with a byte string, as a heap with the first one on top.
        var heap: [Int] = []
        func comesFirst(_ a: Int, _ b: Int) -> Bool {
            readers[a].key != readers[b].key ? readers[a].key < readers[b].key : a < b
        }
        func sink(_ start: Int) {
            var index = start
            while true {
                var first = index
                for child in [2 * index + 1, 2 * index + 2] where child < heap.count {
                    if comesFirst(heap[child], heap[first]) { first = child }
                }
                if first == index { return }
                heap.swapAt(index, first)
                index = first
            }
        }
        for index in readers.indices where try readers[index].advance() { heap.append(index) }
        for index in heap.indices.reversed() { sink(index) }
        while let top = heap.first {
            try readers[top].withContent(body)
            if try !readers[top].advance() {
                let last = heap.removeLast()
                if heap.isEmpty { return }
                heap[0] = last
            }
            sink(0)
        }
    }
}

/// The file of a list. Only the server's user can read it, and it has no name.
private final class SpillFile {
    private let descriptor: Int32
    private(set) var size: Int64 = 0
    private var waiting: [UInt8] = []

    private static let buffer = 256 << 10

    init(beside path: String) throws {
        var descriptor = NewFile.createUnnamed(beside: path)
        if descriptor < 0 {
            // Some file systems have only files with names.
            let partial = NewFile.partialPath(of: path)
            descriptor = NewFile.create(partial)
            let code = errno
            guard descriptor >= 0 else { throw Self.error(code) }
            unlink(partial)
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Appends a byte string with its key; ``flush()`` writes it.
    func append(_ key: SortedBytes.Key, _ content: UnsafeRawBufferPointer) throws {
        for number in [key.first, key.second, UInt64(content.count)] {
            withUnsafeBytes(of: number) { waiting.append(contentsOf: $0) }
        }
        waiting.append(contentsOf: content)
        size += Int64(SpillReader.head + content.count)
        if waiting.count >= Self.buffer { try flush() }
    }

    func flush() throws {
        try waiting.withUnsafeBytes { bytes in
            do throws(POSIXError) {
                try bytes.writeAll(to: descriptor)
            } catch {
                throw Self.error(error.code.rawValue)
            }
        }
        waiting.removeAll(keepingCapacity: true)
    }

    /// Reads bytes at a position.
    func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int64) throws {
        var done = 0
        while done < buffer.count {
            let place = buffer.baseAddress?.advanced(by: done)
            let count = pread(descriptor, place, buffer.count - done, off_t(position) + off_t(done))
            if count > 0 {
                done += count
            } else if count == 0 || errno != EINTR {
                throw Self.error(count == 0 ? EIO : errno)
            }
        }
    }

    private static func error(_ code: Int32) -> StoreError {
        code == ENOSPC || code == EDQUOT
            ? StoreError(
                .diskFull, message: "there is no space for the push beside the store",
                remedy: "free some space and send it again")
            : StoreError(
                .notAccessible, message: "the push cannot be kept beside the store: \(String(cString: strerror(code)))",
                remedy: "check the permissions of the store's folder")
    }
}

/// A position in a run of a file.
private struct SpillReader {
    /// The number of bytes before a byte string: its key and its length.
    static let head = 24
    private static let buffer = 64 << 10

    private let file: SpillFile
    private var rest: Range<Int64>
    private var bytes: [UInt8] = []
    private var position = 0
    private var count = 0
    /// The key of the current byte string.
    private(set) var key = SortedBytes.Key(first: 0, second: 0)

    init(_ file: SpillFile, _ run: Range<Int64>) {
        self.file = file
        rest = run
    }

    /// Moves to the next byte string; returns false at the end.
    mutating func advance() throws -> Bool {
        position += count
        count = 0
        guard try fill(Self.head) else { return false }
        let numbers = bytes.withUnsafeBytes { bytes in
            (0..<3).map { bytes.loadUnaligned(fromByteOffset: position + 8 * $0, as: UInt64.self) }
        }
        key = SortedBytes.Key(first: numbers[0], second: numbers[1])
        position += Self.head
        count = Int(clamping: numbers[2])
        guard try fill(count) else { throw StoreError.inconsistent("the file of a push has been cut off") }
        return true
    }

    /// Calls a closure with the current byte string.
    func withContent(_ body: (SortedBytes.Key, UnsafeRawBufferPointer) throws -> Void) throws {
        try bytes.withUnsafeBytes { try body(key, UnsafeRawBufferPointer(rebasing: $0[position..<position + count])) }
    }

    /// Reads further bytes so that a number of them is available; returns false if the run has fewer.
    private mutating func fill(_ wanted: Int) throws -> Bool {
        if bytes.count - position >= wanted { return true }
        let kept = bytes.count - position
        let more = min(Int(clamping: rest.count), max(Self.buffer, wanted - kept))
        guard kept + more >= wanted else { return false }
        var next: [UInt8] = []
        next.reserveCapacity(kept + more)
        next.append(contentsOf: bytes[position...])
        next.append(contentsOf: repeatElement(0, count: more))
        try next.withUnsafeMutableBytes { bytes in
            try file.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[kept...]), at: rest.lowerBound)
        }
        rest = (rest.lowerBound + Int64(more))..<rest.upperBound
        (bytes, position) = (next, 0)
        return true
    }
}
