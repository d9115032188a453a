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
