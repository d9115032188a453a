// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The cells of one block as bytes.
///
/// A byte with the version, a byte with the style, and then for each cell that is not empty: its number in the block, what
/// it has, and the numbers of that, the least significant byte first. What is the same for most cells is left out. Before each
/// number stands a byte that says how it is written, since most are small and whole; times count from the beginning of
/// the cell. What is read equals what was written.
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
        /// The samples that start here are more than one.
        static let several = Parts(rawValue: 64)
        /// The sample that ends last takes time.
        static let span = Parts(rawValue: 128)
        /// The same of the samples that are carried in; they all take time.
        static let severalCarried = Parts(rawValue: 256)
    }

    /// How a number is written.
    private enum Form: UInt8 {
        case short = 1
        case long = 2
        case double = 3
        /// A time that cannot be told exactly from the beginning of its cell.
        case absolute = 4
    }

    package init(style: HKQuantityAggregationStyle, block: Int) {
        self.style = style
        self.block = block
        bytes = [Self.version, UInt8(style.rawValue)]
    }

    /// Whether no cell has been added.
    package var isEmpty: Bool { bytes.count == 2 }

    /// Adds a cell that is not empty, after those with smaller numbers.
    /// - Parameter cell: its number in the block.
    package mutating func add(_ aggregate: BucketAggregate, cell: Int) {
        // A cell takes fewer than 200 bytes. They are put together first, since adding to an array costs more than adding.
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

    /// The bytes of a cell while they are put together.
    private struct Writer {
        let start: UnsafeMutableRawPointer
        /// When the cell begins.
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

    /// When a cell begins.
    private static func start(block: Int, cell: Int) -> Double {
        Double(block * RollupCells.perBlock + cell) * RollupCells.seconds
    }

    // MARK: Reading

    /// Reads the cells of a block in order.
    /// - Returns: false where the bytes are not those of a block of this style; they are to be made again.
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

    /// A place in the bytes of a block.
    private struct Reader {
        let bytes: UnsafeRawBufferPointer
        var position: Int
        /// When the cell begins that is being read.
        var base = 0.0
        /// Whether more was asked for than there is, or something else than there is.
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
