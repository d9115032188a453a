// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore

/// The columns of the values of samples of a type.
final class SampleValues {
    /// The unit; nil for types without one.
    let unit: String?
    private let contents: StoreContents
    private let type: StoreContents.SampleType
    private let hasValue: Bool
    private let value = ParquetDoubleColumn("value", optional: true)
    private let unitColumn = ParquetTextColumn("unit", optional: true)
    private let valueName = ParquetTextColumn("value_name", optional: true)
    /// The row group, since numbers of texts are those of one.
    private var group = -1
    private var unitNumber: UInt32?
    private var names: [Double: UInt32?] = [:]

    var columns: [ParquetColumn] { [value, unitColumn, valueName] }

    init(_ contents: StoreContents, _ type: StoreContents.SampleType) throws {
        self.contents = contents
        self.type = type
        // The stored value of other kinds only tells samples of one start apart.
        hasValue = type.kind == nil || type.kind == .quantity || type.kind == .category
        unit = hasValue && type.kind != .category ? try contents.unit(type) : nil
    }

    /// Appends the samples of a block that have these places in it.
    func append(_ block: SampleBlock, _ rows: Range<Int>, _ writer: ParquetWriter) throws {
        if writer.group != group { (group, unitNumber, names) = (writer.group, unit.map(unitColumn.number), [:]) }
        if hasValue {
            value.append(withoutNaN: block.values[rows])
            appendUnits(block.values[rows])
        } else {
            value.append(withoutValue: rows.count)
            unitColumn.append(number: nil, count: rows.count)
        }
        try appendNames(block, rows)
    }

    private func appendUnits(_ values: ArraySlice<Double>) {
        if unitNumber == nil || values.allSatisfy({ !$0.isNaN }) {
            unitColumn.append(number: unitNumber, count: values.count)
        } else {
            for value in values { unitColumn.append(number: value.isNaN ? nil : unitNumber) }
        }
    }

    private func appendNames(_ block: SampleBlock, _ rows: Range<Int>) throws {
        if block.texts.isEmpty, type.kind != .category {
            return valueName.append(number: nil, count: rows.count)
        }
        var texts = block.texts.drop { $0.row < rows.lowerBound }
        for row in rows {
            if let (place, text) = texts.first, place == row {
                valueName.append(text)
                texts.removeFirst()
            } else {
                valueName.append(number: try name(block.values[row]))
            }
        }
    }

    /// The number of the name of a category's value.
    private func name(_ value: Double) throws -> UInt32? {
        guard type.kind == .category, !value.isNaN else { return nil }
        if let known = names[value] { return known }
        let number = try contents.valueName(type, value).map(valueName.number)
        names[value] = .some(number)
        return number
    }
}
