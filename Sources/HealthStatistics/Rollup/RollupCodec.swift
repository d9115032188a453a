// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthModel

/// The cells of one block as bytes.
///
/// A byte with the version, a byte with the style, and then for each cell that is not empty: its number in the block, what
/// it has, and the numbers of that, in the machine's order of bytes with the least significant first. What is the same for most
/// cells is left out.
package struct RollupCodec {
    private let style: HKQuantityAggregationStyle
    package private(set) var bytes: [UInt8]

    private static let version: UInt8 = 1

    /// What a cell has.
    private struct Parts: OptionSet {
        let rawValue: UInt16

        static let started = Parts(rawValue: 1)
        static let carried = Parts(rawValue: 2)
        static let covered = Parts(rawValue: 4)
        static let weight = Parts(rawValue: 8)
        static let amount = Parts(rawValue: 16)
        /// The sample that starts last is not the one that ends last.
        static let last = Parts(rawValue: 32)
        /// The samples that start here are more than one.
        static let several = Parts(rawValue: 64)
        /// The sample that ends last takes time.
        static let span = Parts(rawValue: 128)
        /// The same of the samples that are carried in; they all take time.
        static let severalCarried = Parts(rawValue: 256)
    }

    package init(style: HKQuantityAggregationStyle) {
        self.style = style
        bytes = [Self.version, UInt8(style.rawValue)]
    }

    /// Whether no cell has been added.
    package var isEmpty: Bool { bytes.count == 2 }

    /// Forgets the cells.
    package mutating func removeAll() {
        bytes.removeLast(bytes.count - 2)
    }

    /// Adds a cell that is not empty, after those with smaller numbers.
    /// - Parameter cell: its number in the block.
    package mutating func add(_ aggregate: BucketAggregate, cell: Int) {
        var parts: Parts = []
        let (started, carried) = (aggregate.started, aggregate.carried)
        let isCumulative = style == .cumulative
        let holds = style == .discreteTemporallyWeighted
        if started.count > 0 {
            parts.insert(.started)
            if started.count > 1 || started.minimum != started.latest.value { parts.insert(.several) }
            if started.latest.end != started.latest.start { parts.insert(.span) }
            if holds, aggregate.lastEnd != started.latest.end || aggregate.lastValue != started.latest.value {
                parts.insert(.last)
            }
        }
        if carried.count > 0 {
            parts.insert(.carried)
            if carried.count > 1 { parts.insert(.severalCarried) }
        }
        if aggregate.covered != 0 { parts.insert(.covered) }
        if aggregate.weight != 0 || aggregate.weighted != 0 { parts.insert(.weight) }
        if aggregate.amount != 0 { parts.insert(.amount) }
        put(UInt16(cell))
        put(parts.rawValue)
        if parts.contains(.started) {
            put(group: started, isSeveral: parts.contains(.several), isSpan: parts.contains(.span), isCumulative)
            if holds { put(aggregate.firstStart) }
            if parts.contains(.last) {
                put(aggregate.lastEnd)
                put(aggregate.lastValue)
            }
        }
        if parts.contains(.carried) {
            put(group: carried, isSeveral: parts.contains(.severalCarried), isSpan: true, isCumulative)
        }
        if parts.contains(.covered) { put(aggregate.covered) }
        if parts.contains(.weight) {
            put(aggregate.weight)
            put(aggregate.weighted)
        }
        if parts.contains(.amount) { put(aggregate.amount) }
    }

    private mutating func put(group: SampleGroup, isSeveral: Bool, isSpan: Bool, _ isCumulative: Bool) {
        put(group.latest.value)
        put(group.latest.start)
        if isSpan { put(group.latest.end) }
        guard isSeveral else { return }
        put(UInt32(clamping: group.count))
        if isCumulative { return }
        put(group.sum)
        put(group.minimum)
        put(group.maximum)
    }

    @inline(__always)
    private mutating func put<T: FixedWidthInteger>(_ value: T) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    @inline(__always)
    private mutating func put(_ value: Double) { put(value.bitPattern) }

    // MARK: Reading

    /// Reads the cells of a block in order.
    /// - Returns: false where the bytes are not those of a block of this style; they are to be made again.
    package static func read(
        _ bytes: UnsafeRawBufferPointer, style: HKQuantityAggregationStyle,
        _ body: (_ cell: Int, _ aggregate: BucketAggregate) -> Void
    ) -> Bool {
        guard bytes.count >= 2, bytes[0] == version, bytes[1] == UInt8(style.rawValue) else { return false }
        var reader = Reader(bytes: bytes, position: 2)
        var last = -1
        while reader.position < bytes.count {
            let cell = Int(reader.take(UInt16.self))
            let parts = Parts(rawValue: reader.take(UInt16.self))
            let aggregate = read(&reader, parts, style)
            guard !reader.isBroken, cell > last, cell < RollupCells.perBlock else { return false }
            last = cell
            body(cell, aggregate)
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
            if style == .discreteTemporallyWeighted {
                aggregate.firstStart = reader.number()
                aggregate.lastEnd = aggregate.started.latest.end
                aggregate.lastValue = aggregate.started.latest.value
            }
            if parts.contains(.last) {
                aggregate.lastEnd = reader.number()
                aggregate.lastValue = reader.number()
            }
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
        group.latest.start = reader.number()
        group.latest.end = isSpan ? reader.number() : group.latest.start
        group.count = isSeveral ? Int(reader.take(UInt32.self)) : 1
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
        /// Whether more was asked for than there is.
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
        mutating func number() -> Double { Double(bitPattern: take(UInt64.self)) }
    }
}
