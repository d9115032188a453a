// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The columns that a person chooses.
enum ColumnChoice {
    /// The columns with some names, in the order of the names.
    /// - Parameters:
    ///   - names: the names with commas between them.
    ///   - columns: all columns. Where there are two of a name, the form decides.
    /// - Throws: a ``ToolError`` for a name that no column has.
    static func choose<Row>(
        _ names: String, from columns: [Column<Row>], for format: ListingFormat
    ) throws -> [Column<Row>] {
        let first: Column<Row>.Audience = format == .table ? .people : .programs
        let names = names.split(separator: ",").map { $0.filter { !$0.isWhitespace } }.filter { !$0.isEmpty }
        guard !names.isEmpty else {
            throw ToolError(.badArgument, "--columns names none", remedy: "write them as in start,value,source")
        }
        return try names.map { name in
            let named = columns.filter { $0.name.lowercased() == name.lowercased() }
            guard let column = named.first(where: { $0.audience == first }) ?? named.first else {
                var known: [String] = []
                for column in columns where !known.contains(column.name) { known.append(column.name) }
                throw ToolError(
                    .badArgument, "there is no column \(name.debugDescription)",
                    remedy: "choose among \(known.joined(separator: ", "))")
            }
            return Column(
                column.name, alignment: column.layout.alignment, fit: column.layout.fit, cell: column.cell)
        }
    }
}
