// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A symbol of Apple's interface: a row of `Data/apple_interface.csv`.
package struct AppleSymbol: Sendable {
    /// The type that has the symbol as a member; empty for types, constants and functions at the top level.
    package let owner: String
    /// The kind: `class`, `method`, `static property`, `case` and so on.
    package let kind: String
    /// The Swift name with its argument labels.
    package let name: String
    /// The type of the first parameter, if the owner has several members of that name; empty otherwise.
    package let parameter: String
    /// The version of iOS that introduced the symbol; empty if only another system has it.
    package let ios: String
    /// A note for readers of the list, such as that the spelling is uncertain.
    package let note: String

    /// The name with the names of the types around it.
    package var path: String { owner.isEmpty ? name : "\(owner).\(name)" }
    /// The symbol as it is listed.
    package var spelling: String { parameter.isEmpty ? path : "\(path) of \(parameter)" }
    /// The type in whose row of the summary the symbol is counted.
    package var group: String {
        let type = owner.isEmpty ? name : owner
        guard type.hasPrefix("HK") else { return Self.elsewhere }
        return owner.isEmpty && ["constant", "typealias"].contains(kind) ? Self.globals : type
    }

    /// The group of constants and type aliases at the top level.
    package static let globals = "Constants"
    /// The group of Apple's extensions of types of other modules.
    package static let elsewhere = "In types of Foundation"

    /// Returns the rows of the table, in its order.
    ///
    /// - Throws: a `Fault` with the line that does not have the seven columns.
    package static func table(in file: SourceFile) throws -> [AppleSymbol] {
        guard file.lines.first == "owner,kind,name,parameter,ios,deprecated,note" else {
            throw Fault(file.path, line: 1, "the header must be owner,kind,name,parameter,ios,deprecated,note")
        }
        return try file.lines.enumerated().dropFirst().map { index, line in
            let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            guard cells.count == 7, !cells[2].isEmpty else {
                throw Fault(file.path, line: index + 1, "a row needs seven cells without commas, and a name")
            }
            return AppleSymbol(
                owner: cells[0], kind: cells[1], name: cells[2], parameter: cells[3], ios: cells[4], note: cells[6])
        }
    }
}
