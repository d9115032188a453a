// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The serialization of the cells of a block.
///
/// The format is a byte with the version, a byte with the style, and then for each cell that is not empty: its number in the
/// block, its parts, and their numbers, with the least significant byte first. Values that are the same for most cells are
/// omitted. Each number is preceded by a byte with its form, since most numbers are small integers; times are relative to the
/// start of the cell. Decoded cells are equal to the encoded ones.
package struct RollupCodec {
    private let style: HKQuantityAggregationStyle
    private let block: Int
    package private(set) var bytes: [UInt8]

    private static let version: UInt8 = 2

    /// The parts of a cell.
    private struct Parts: OptionSet {
        let rawValue: UInt16

        static let started = Parts(rawValue: 1)
        static let carried = Parts(rawValue: 2)
        static let covered = Parts(rawValue: 4)
        static let weight = Parts(rawValue: 8)
        static let amount = Parts(rawValue: 16)
        /// More than one sample starts in the cell.
        static let several = Parts(rawValue: 64)
        /// The latest sample has a duration.
        static let span = Parts(rawValue: 128)
        /// More than one sample is carried into the cell; all of them have a duration.
        static let severalCarried = Parts(rawValue: 256)
    }

    /// The form of an encoded number.
    private enum Form: UInt8 {
        case short = 1
        case long = 2
        case double = 3
        /// A time that cannot be represented exactly relative to the start of its cell.
        case absolute = 4
    }

    package init(style: HKQuantityAggregationStyle, block: Int) {
        self.style = style
        self.block = block
        bytes = [Self.version, UInt8(style.rawValue)]
    }

    /// Whether no cell has been added.
    package var isEmpty: Bool { bytes.count == 2 }

    /// Adds a cell that is not empty. Cells must be added in order of their numbers.
    /// - Parameter cell: The number of the cell in the block.
    package mutating func add(_ aggregate: BucketAggregate, cell: Int) {
        // A cell has fewer than 200 bytes. They are written to a buffer first, because a single append to the array is faster.
        withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
            guard let start = buffer.baseAddress else { return }
            var writer = Writer(start: start, base: Self.start(block: block, cell: cell))
            write(aggregate, cell: cell, to: &writer)
            bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<writer.count]))
        }
    }

    @inline(__always)
    private func write(_ aggregate: BucketAggregate, cell: Int, to writer: inout Writer) {
        let parts = parts(of: aggregate)
        let isCumulative = style == .cumulative
        writer.put(UInt16(cell))
        writer.put(parts.rawValue)
        if parts.contains(.started) {
            writer.put(
                group: aggregate.started, isSeveral: parts.contains(.several), isSpan: parts.contains(.span),
                isCumulative)
        }
        if parts.contains(.carried) {
            writer.put(
                group: aggregate.carried, isSeveral: parts.contains(.severalCarried), isSpan: true, isCumulative)
        }
        if parts.contains(.covered) { writer.put(aggregate.covered) }
        if parts.contains(.weight) {
            writer.put(aggregate.weight)
            writer.put(aggregate.weighted)
        }
        if parts.contains(.amount) { writer.put(aggregate.amount) }
    }

    @inline(__always)
    private func parts(of aggregate: BucketAggregate) -> Parts {
        var parts: Parts = []
        let started = aggregate.started
        if started.count > 0 {
            parts.insert(.started)
            if started.count > 1 { parts.insert(.several) }
            if started.latest.end != started.latest.start { parts.insert(.span) }
        }
        if aggregate.carried.count > 0 {
            parts.insert(.carried)
            if aggregate.carried.count > 1 { parts.insert(.severalCarried) }
        }
        if aggregate.covered != 0 { parts.insert(.covered) }
        if aggregate.weight != 0 || aggregate.weighted != 0 { parts.insert(.weight) }
        if aggregate.amount != 0 { parts.insert(.amount) }
        return parts
    }

    /// A buffer for the bytes of a cell.
    private struct Writer {
        let start: UnsafeMutableRawPointer
        /// The start of the cell.
        let base: Double
        var count = 0

        init(start: UnsafeMutableRawPointer, base: Double) {
            self.start = start
            self.base = base
        }

        @inline(__always)
        mutating func put<T: FixedWidthInteger & BitwiseCopyable>(_ value: T) {
            start.storeBytes(of: value.littleEndian, toByteOffset: count, as: T.self)
            count += MemoryLayout<T>.size
        }

        @inline(__always)
        mutating func put(_ value: Double) {
            guard let whole = Int32(exactly: value) else {
                put(Form.double.rawValue)
                put(value.bitPattern)
                return
            }
            if let short = Int16(exactly: whole) {
                put(Form.short.rawValue)
                put(short)
            } else {
                put(Form.long.rawValue)
                put(whole)
            }
        }

        @inline(__always)
        mutating func put(time: Double) {
            let offset = time - base
            if base + offset == time {
                put(offset)
            } else {
                put(Form.absolute.rawValue)
                put(time.bitPattern)
            }
        }

        @inline(__always)
        mutating func put(group: SampleGroup, isSeveral: Bool, isSpan: Bool, _ isCumulative: Bool) {
            put(group.latest.value)
            put(time: group.latest.start)
            if isSpan { put(time: group.latest.end) }
            guard isSeveral else { return }
            put(Double(group.count))
            if isCumulative { return }
            put(group.sum)
            put(group.minimum)
            put(group.maximum)
        }
    }

    /// Returns the start of a cell.
    private static func start(block: Int, cell: Int) -> Double {
        Double(block * RollupCells.perBlock + cell) * RollupCells.seconds
    }

    // MARK: Reading

    /// Decodes the cells of a block in order.
    /// - Returns: `false` if the bytes are not a block of this style, in which case they must be recreated.
    package static func read(
        _ bytes: UnsafeRawBufferPointer, style: HKQuantityAggregationStyle, block: Int,
        _ body: (_ start: Double, _ aggregate: BucketAggregate) -> Void
    ) -> Bool {
        guard bytes.count >= 2, bytes[0] == version, bytes[1] == UInt8(style.rawValue) else { return false }
        var reader = Reader(bytes: bytes, position: 2)
        var last = -1
        while reader.position < bytes.count {
            let cell = Int(reader.take(UInt16.self))
            let parts = Parts(rawValue: reader.take(UInt16.self))
            reader.base = start(block: block, cell: cell)
            let aggregate = read(&reader, parts, style)
            guard !reader.isBroken, cell > last, cell < RollupCells.perBlock else { return false }
            last = cell
            body(reader.base, aggregate)
        }
        return true
    }

    @inline(__always)
    private static func read(
        _ reader: inout Reader, _ parts: Parts, _ style: HKQuantityAggregationStyle
    ) -> BucketAggregate {
        var aggregate = BucketAggregate()
        if parts.contains(.started) {
            readGroup(
                &aggregate.started, &reader, isSeveral: parts.contains(.several), isSpan: parts.contains(.span), style)
        }
        if parts.contains(.carried) {
            readGroup(
                &aggregate.carried, &reader, isSeveral: parts.contains(.severalCarried), isSpan: true, style)
        }
        if parts.contains(.covered) { aggregate.covered = reader.number() }
        if parts.contains(.weight) {
            aggregate.weight = reader.number()
            aggregate.weighted = reader.number()
        }
        if parts.contains(.amount) { aggregate.amount = reader.number() }
        return aggregate
    }

    @inline(__always)
    private static func readGroup(
        _ group: inout SampleGroup, _ reader: inout Reader, isSeveral: Bool, isSpan: Bool,
        _ style: HKQuantityAggregationStyle
    ) {
        let value = reader.number()
        group.latest.value = value
        group.latest.start = reader.time()
        group.latest.end = isSpan ? reader.time() : group.latest.start
        group.count = isSeveral ? Int(exactly: reader.number()) ?? 0 : 1
        if style == .cumulative { return }
        if isSeveral {
            group.sum = reader.number()
            group.minimum = reader.number()
            group.maximum = reader.number()
        } else {
            group.sum = BucketAggregate.term(value, style: style)
            group.minimum = value
            group.maximum = value
        }
    }

    /// A position in the bytes of a block.
    private struct Reader {
        let bytes: UnsafeRawBufferPointer
        var position: Int
        /// The start of the current cell.
        var base = 0.0
        /// Whether the bytes ended prematurely or were invalid.
        var isBroken = false

        init(bytes: UnsafeRawBufferPointer, position: Int) {
            self.bytes = bytes
            self.position = position
        }

        @inline(__always)
        mutating func take<T: FixedWidthInteger>(_ type: T.Type) -> T {
            let next = position + MemoryLayout<T>.size
            guard next <= bytes.count else {
                isBroken = true
                position = bytes.count
                return 0
            }
            defer { position = next }
            return T(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: T.self))
        }

        @inline(__always)
        mutating func number() -> Double { number(from: 0) }

        @inline(__always)
        mutating func time() -> Double { number(from: base) }

        @inline(__always)
        private mutating func number(from base: Double) -> Double {
            switch Form(rawValue: take(UInt8.self)) {
            case .short: return base + Double(take(Int16.self))
            case .long: return base + Double(take(Int32.self))
            case .double: return base + Double(bitPattern: take(UInt64.self))
            case .absolute: return Double(bitPattern: take(UInt64.self))
            case nil:
                isBroken = true
                return 0
            }
        }
    }
}
