// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A column of a Parquet file: it takes a value for each row, and encodes those of a row group.
///
/// A class, since a row is appended column by column by code that knows the type of each. Used by one thread at a time.
package class ParquetColumn {
    /// The name.
    package let name: String
    /// Whether rows may have no value.
    let isOptional: Bool
    /// The rows of this row group, and which of them have a value.
    var levels = DefinitionLevels()

    /// Creates a column.
    package init(_ name: String, optional: Bool = false) {
        self.name = name
        isOptional = optional
    }

    var repetition: ParquetSchemaNode.Repetition { isOptional ? .optional : .required }

    /// The number of leaves.
    var leafCount: Int { 1 }

    /// The approximate number of bytes that the row group has in this column beside those of a fixed size.
    var textBytes: Int { 0 }

    /// The elements of the schema, a group before what is in it.
    func schema() -> [ParquetSchemaNode] { fatalError("a column has a type") }  // checked: each column declares it

    /// The pages of each leaf. Afterwards the column is empty.
    func takePages() -> [ParquetPages] { fatalError("a column has values") }  // checked: each column declares it

    /// The levels of a page, and how many rows it has; they are then those of an empty column.
    func takeLevels() -> (bytes: [UInt8], count: Int, nullCount: Int) {
        defer { levels = DefinitionLevels() }
        return (isOptional ? levels.encoded : [], levels.count, levels.nullCount)
    }

    /// Notes whether a row has a value.
    @inline(__always)
    func note(_ hasValue: Bool) {
        // checked: the schema and the code that fills it stand side by side
        precondition(hasValue || isOptional, "a column that is not optional has a value in every row")
        levels.append(hasValue)
    }

    /// Notes that several rows have a value, or that they have none.
    func note(_ hasValue: Bool, count: Int) {
        // checked: the schema and the code that fills it stand side by side
        precondition(hasValue || isOptional || count == 0, "a column that is not optional has a value in every row")
        levels.append(hasValue, count: count)
    }
}
