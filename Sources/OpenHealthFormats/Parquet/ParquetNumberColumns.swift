// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A column of integers: 64 bits, with or without a meaning.
package class ParquetIntegerColumn: ParquetColumn {
    fileprivate var values: [Int64] = []
    fileprivate var meaning: ParquetSchemaNode.Meaning? { nil }

    /// Appends a row.
    @inline(__always)
    package func append(_ value: Int64?) {
        note(value != nil)
        if let value { values.append(value) }
    }

    override func schema() -> [ParquetSchemaNode] {
        [ParquetSchemaNode(name: name, repetition: repetition, type: .int64, meaning: meaning)]
    }

    override func takePages() -> [ParquetPages] {
        takePages(of: &values)
    }
}

/// A column of instants: microseconds since 1970, UTC.
package final class ParquetTimestampColumn: ParquetIntegerColumn {
    override fileprivate var meaning: ParquetSchemaNode.Meaning? { .timestamp }

    /// Appends an instant in seconds since 1970. Beyond 292,000 years from there it is the end of the range.
    @inline(__always)
    package func append(seconds: Double?) {
        append(seconds.map(Self.microseconds))
    }

    /// Appends instants in seconds since 1970, one for each row.
    package func append(seconds: ArraySlice<Double>) {
        note(true, count: seconds.count)
        values.append(contentsOf: seconds.lazy.map(Self.microseconds))
    }

    /// Returns the nearest microsecond.
    @inline(__always)
    package static func microseconds(_ seconds: Double) -> Int64 {
        // Most dates are whole seconds. The product is exact for these.
        if seconds.magnitude < 4e9, let whole = Int64(exactly: seconds) { return whole * 1_000_000 }
        let number = (seconds * 1_000_000).rounded()
        // checked: clamped
        return number.isNaN ? 0 : number >= 0x1p63 ? .max : number <= -0x1p63 ? .min : Int64(number)
    }
}

/// A column of days of the calendar.
package final class ParquetDateColumn: ParquetColumn {
    private var values: [Int32] = []

    /// Appends a day, counted from 1970-01-01.
    package func append(_ day: Int32?) {
        note(day != nil)
        if let day { values.append(day) }
    }

    override func schema() -> [ParquetSchemaNode] {
        [ParquetSchemaNode(name: name, repetition: repetition, type: .int32, meaning: .date)]
    }

    override func takePages() -> [ParquetPages] {
        takePages(of: &values)
    }
}

/// A column of truth values.
package final class ParquetBooleanColumn: ParquetColumn {
    private var values: [Bool] = []

    /// Appends a row.
    package func append(_ value: Bool?) {
        note(value != nil)
        if let value { values.append(value) }
    }

    override func schema() -> [ParquetSchemaNode] {
        [ParquetSchemaNode(name: name, repetition: repetition, type: .boolean)]
    }

    override func takePages() -> [ParquetPages] {
        var (data, count, nullCount) = takeLevels()
        var packer = BitPacker()
        for value in values { packer.append(value ? 1 : 0, width: 1, to: &data) }
        packer.finish(to: &data)
        let bounds =
            values.isEmpty
            ? nil
            : ParquetBounds(minimum: [values.contains(false) ? 0 : 1], maximum: [values.contains(true) ? 1 : 0])
        values.removeAll(keepingCapacity: true)
        return [ParquetPages(data: data, encoding: .plain, count: count, nullCount: nullCount, bounds: bounds)]
    }
}

extension ParquetColumn {
    /// Returns the page of integers, whose differences are encoded, and removes them.
    fileprivate func takePages<Number: FixedWidthInteger & SignedInteger & BitwiseCopyable>(
        of values: inout [Number]
    ) -> [ParquetPages] {
        var (data, count, nullCount) = takeLevels()
        DeltaEncoder.encode(values, to: &data)
        let bounds = ParquetBounds(least: values.min(), greatest: values.max())
        values.removeAll(keepingCapacity: true)
        return [
            ParquetPages(data: data, encoding: .deltaBinaryPacked, count: count, nullCount: nullCount, bounds: bounds)
        ]
    }
}

extension ParquetBounds {
    /// The bounds of numbers; nil without numbers.
    init?<Value: BitwiseCopyable>(least: Value?, greatest: Value?) {
        guard let least, let greatest else { return nil }
        self.init(
            minimum: withUnsafeBytes(of: least) { [UInt8]($0) }, maximum: withUnsafeBytes(of: greatest) { [UInt8]($0) })
    }
}
