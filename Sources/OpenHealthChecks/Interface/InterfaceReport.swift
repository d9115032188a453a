// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The part of Apple's interface that the package has, as the page `Documentation/RemainingInterface.md`.
package struct InterfaceReport {
    private let rows: [(symbol: AppleSymbol, answer: PackageInterface.Answer)]

    package init(_ symbols: [AppleSymbol], in interface: PackageInterface) {
        rows = symbols.map { ($0, interface.answer(to: $0)) }
    }

    /// The count in the form for the README.
    package var count: String { "\(there) of \(rows.count)" }

    /// The names that the package lacks, in the order of the table.
    package var missing: [AppleSymbol] { rows.filter { $0.answer == .missing }.map(\.symbol) }

    private var there: Int { rows.count { $0.answer == .there } }
    private var unavailable: [(symbol: AppleSymbol, reason: String)] {
        rows.compactMap { row in
            if case .unavailable(let reason) = row.answer { (row.symbol, reason) } else { nil }
        }
    }

    /// The text of the page.
    package var page: String {
        ([Self.introduction(count, unavailable.count, missing.count)] + unavailablePart + missingPart + [
            kindsPart, typesPart,
        ])
        .joined(separator: "\n\n") + "\n"
    }

    private static func introduction(_ count: String, _ unavailable: Int, _ missing: Int) -> String {
        """
        # What remains of Apple's interface

        **\(count)** public names of Apple's HealthKit work here; \(unavailable) are declared unavailable, each with a \
        reason that the compiler shows; \(missing) are missing.

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
            return "| \(kind) | \(rows.count) | \(rows.count { $0.answer == .there }) |"
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
            let there = rows.count { $0.answer == .there }
            let missing = rows.count { $0.answer == .missing }
            let cells = [there, rows.count - there - missing, missing].map { $0 == 0 ? "" : String($0) }
            return "| \(name.hasPrefix("HK") ? "`\(name)`" : name) | \(cells.joined(separator: " | ")) |"
        }
        return "## By type\n\nThe type itself counts as one.\n\n"
            + (["| type | there | unavailable | missing |", "| --- | --- | --- | --- |"] + lines).joined(
                separator: "\n")
    }
}
