// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A comparison of Apple's interface with the package's, of the page about it with its expected text, and of the count in the
/// README.
package enum InterfaceCheck {
    package static let table = "Data/apple_interface.csv"
    package static let page = "Documentation/RemainingInterface.md"
    package static let readme = "README.md"
    package static let modules = ["OpenHealthModel", "OpenHealthKit"]

    /// Returns the comparison of the list with the sources and symbol graphs.
    package static func report(in tree: SourceTree, symbolGraphs: URL) throws -> InterfaceReport {
        let interface = try PackageInterface(modules: modules, symbolGraphs: symbolGraphs, tree: tree)
        return InterfaceReport(try AppleSymbol.table(in: try tree.file(table)), in: interface)
    }

    /// Returns the outdated documents. The count in the README is optional, but must be correct.
    package static func faults(in tree: SourceTree, _ report: InterfaceReport) -> [Fault] {
        var faults: [Fault] = []
        let written = try? tree.file(page)
        if written?.text != report.page {
            let now = report.page.split(separator: "\n", omittingEmptySubsequences: false)
            let line = zip(written?.lines ?? [], now).enumerated().first { $1.0 != $1.1 }?.offset
            faults.append(Fault(page, line: line.map { $0 + 1 }, "is out of date; run make interface"))
        }
        if let text = try? tree.file(readme).text, let updated = readme(text, report), updated != text {
            faults.append(Fault(readme, "the count of Apple's interface is not \(report.count); run make interface"))
        }
        return faults
    }

    /// Writes the page and, if the README contains it, the count.
    package static func update(_ tree: SourceTree, _ report: InterfaceReport) throws {
        try Data(report.page.utf8).write(to: tree.root.appending(path: page))
        guard let text = try? tree.file(readme).text, let updated = readme(text, report), updated != text else {
            return
        }
        try Data(updated.utf8).write(to: tree.root.appending(path: readme))
    }

    /// Returns the README with the count between its marks, or nil if it has none.
    private static func readme(_ text: String, _ report: InterfaceReport) -> String? {
        let marks = ("<!-- interface-count -->", "<!-- /interface-count -->")
        guard let start = text.range(of: marks.0),
            let end = text.range(of: marks.1, range: start.upperBound..<text.endIndex)
        else { return nil }
        return text.replacingCharacters(in: start.upperBound..<end.lowerBound, with: report.count)
    }
}

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

/// The part of Apple's interface that the package has, as the page `Documentation/RemainingInterface.md`.
package struct InterfaceReport {
    private let rows: [(symbol: AppleSymbol, outcome: PackageInterface.Outcome)]

    package init(_ symbols: [AppleSymbol], in interface: PackageInterface) {
        rows = symbols.map { ($0, interface.outcome(to: $0)) }
    }

    /// The count in the form for the README.
    package var count: String { "\(there) of \(rows.count)" }

    /// The names that the package lacks, in the order of the table.
    package var missing: [AppleSymbol] { rows.filter { $0.outcome == .missing }.map(\.symbol) }

    private var there: Int { rows.count { $0.outcome == .there } }
    private var unavailable: [(symbol: AppleSymbol, reason: String)] {
        rows.compactMap { row in
            if case .unavailable(let reason) = row.outcome { (row.symbol, reason) } else { nil }
        }
    }

    /// The text of the page.
    package var page: String {
        ([Self.introduction(count, unavailable.count, missing.count, newest)] + unavailablePart + missingPart + [
            kindsPart, typesPart,
        ])
        .joined(separator: "\n\n") + "\n"
    }

    /// The newest version of iOS in the list.
    private var newest: String {
        rows.map(\.symbol.ios).max { $0.compare($1, options: .numeric) == .orderedAscending } ?? ""
    }

    private static func introduction(
        _ count: String, _ unavailable: Int, _ missing: Int, _ newest: String
    ) -> String {
        """
        # What remains of Apple's interface

        **\(count)** public names of Apple's HealthKit work here; \(unavailable) are declared unavailable, each with a \
        reason that the compiler shows; \(missing) are missing. The newest names of the comparison are those of iOS \(newest).

        `make interface` writes this page: it compares `Data/apple_interface.csv`, which lists every class, member, \
        case and constant under its Swift name, with the interface that the compiler sees in this package. `make check` \
        fails where the page is out of date.
        """
    }

    private var unavailablePart: [String] {
        guard !unavailable.isEmpty else { return [] }
        let lines = unavailable.map { "| `\($0.symbol.spelling)` | \($0.symbol.ios) | \($0.reason) |" }
        return [
            "## Unavailable",
            "What stands for something that only a phone or a watch has. Code that names it does not compile.",
            (["| name | iOS | reason |", "| --- | --- | --- |"] + lines).joined(separator: "\n"),
        ]
    }

    private var missingPart: [String] {
        guard !missing.isEmpty else { return [] }
        let lines = missing.map { "| `\($0.spelling)` | \($0.kind) | \($0.ios) | \($0.note) |" }
        return [
            "## Missing",
            (["| name | kind | iOS | note |", "| --- | --- | --- | --- |"] + lines).joined(separator: "\n"),
        ]
    }

    private static let types: Set<String> = ["class", "enum", "protocol", "struct", "typealias"]

    /// The counts by kind of declaration, with the types apart from their members.
    private var kindsPart: String {
        let members = rows.count { !Self.types.contains($0.symbol.kind) }
        let groups = Dictionary(grouping: rows, by: \.symbol.kind)
        let lines = groups.keys.sorted().map { kind in
            let rows = groups[kind, default: []]
            return "| \(kind) | \(rows.count) | \(rows.count { $0.outcome == .there }) |"
        }
        return """
            ## By kind

            Of the \(rows.count) names, \(rows.count - members) are types and \(members) are members, cases and constants. A declaration \
            counts once for each name with its argument labels; members count with the type that declares them, not again with its \
            subclasses, and what the compiler adds (`==`, `hash(into:)`, conformances) does not count. Inventories of symbol identifiers, \
            which count such declarations as well, may have higher totals.

            """ + (["", "| kind | names | there |", "| --- | --- | --- |"] + lines).joined(separator: "\n")
    }

    private var typesPart: String {
        let groups = Dictionary(grouping: rows, by: \.symbol.group)
        let lines = groups.keys.sorted().map { name in
            let rows = groups[name, default: []]
            let there = rows.count { $0.outcome == .there }
            let missing = rows.count { $0.outcome == .missing }
            let cells = [there, rows.count - there - missing, missing].map { $0 == 0 ? "" : String($0) }
            return "| \(name.hasPrefix("HK") ? "`\(name)`" : name) | \(cells.joined(separator: " | ")) |"
        }
        return "## By type\n\nThe type itself counts as one.\n\n"
            + (["| type | there | unavailable | missing |", "| --- | --- | --- | --- |"] + lines).joined(
                separator: "\n")
    }
}
