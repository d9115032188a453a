// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The selection of columns.
enum ColumnChoice {
    /// Returns the columns with names, in the order of the names.
    /// - Parameters:
    ///   - names: The names, separated by commas.
    ///   - columns: All columns. If two have the same name, the format determines which is returned.
    /// - Throws: A ``ToolError`` if a name is unknown.
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
