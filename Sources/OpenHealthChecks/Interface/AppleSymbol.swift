// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// One name of Apple's interface: a row of `Data/apple_interface.csv`.
package struct AppleSymbol: Sendable {
    /// The type that has it as a member; empty for types, constants and functions at the top level.
    package let owner: String
    /// `class`, `method`, `static property`, `case` and so on.
    package let kind: String
    /// The Swift name with its argument labels.
    package let name: String
    /// The type of the first parameter, where the owner has several of that name; empty elsewhere.
    package let parameter: String
    /// The version of iOS that brought it; empty where only another system has it.
    package let ios: String
    /// A note for readers of the list, such as that the spelling is uncertain.
    package let note: String

    /// The name with the names of the types around it.
    package var path: String { owner.isEmpty ? name : "\(owner).\(name)" }
    /// The symbol as it is listed.
    package var spelling: String { parameter.isEmpty ? path : "\(path) of \(parameter)" }
    /// The type whose row in the summary counts it.
    package var group: String {
        let type = owner.isEmpty ? name : owner
        guard type.hasPrefix("HK") else { return Self.elsewhere }
        return owner.isEmpty && ["constant", "typealias"].contains(kind) ? Self.globals : type
    }

    /// The group of constants and type aliases at the top level.
    package static let globals = "Constants"
    /// The group of what Apple adds to types of other modules.
    package static let elsewhere = "In types of Foundation"

    /// The rows of the table, in its order.
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
