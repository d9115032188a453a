// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A comparison of the imports of each target's files with the table in ARCHITECTURE.md.
///
/// The compiler does not check this: a module that is a dependency of a dependency imports without an error.
package enum ImportCheck {
    /// The document with the table.
    package static let document = "ARCHITECTURE.md"

    /// The modules of the language and its platform, which are not listed in the table.
    package static let standardModules: Set<String> = [
        "Swift", "Synchronization", "Dispatch", "Glibc", "Musl", "Darwin", "FoundationEssentials",
    ]

    /// Returns a fault for every import that is not in a target's row, and every difference between the rows and the folders.
    package static func faults(in tree: SourceTree) throws -> [Fault] {
        let table = ModuleTable(in: try tree.file(document))
        var faults = table.faults
        let folders = Set(try tree.sourceFolders())
        faults += rowFaults(in: table, folders: folders)

        let allowed = Dictionary(table.rows.map { ($0.target, Set($0.mayImport)) }) { first, _ in first }
        var reported: Set<String> = []
        for file in try tree.swiftFiles(under: ["Sources"]) {
            guard let target = file.target else {
                faults.append(Fault(file.path, "a source file outside of every target; move it into a target's folder"))
                continue
            }
            guard let modules = allowed[target] else {
                if reported.insert(target).inserted {
                    faults.append(Fault("Sources/\(target)", "has no row in \(document); add one"))
                }
                continue
            }
            for found in ImportScanner.imports(in: file)
            where !modules.contains(found.module) && !standardModules.contains(found.module) {
                faults.append(
                    Fault(
                        file.path, line: found.line,
                        "\(target) imports \(found.module), which its row in \(document) does not allow"))
            }
        }
        return faults.sorted()
    }

    private static func rowFaults(in table: ModuleTable, folders: Set<String>) -> [Fault] {
        let targets = Set(table.rows.map(\.target))
        var faults: [Fault] = []
        var above: Set<String> = []
        for row in table.rows {
            if !folders.contains(row.target) {
                faults.append(Fault(document, line: row.line, "there is no folder Sources/\(row.target)"))
            }
            for module in row.mayImport where targets.contains(module) && !above.contains(module) {
                faults.append(
                    Fault(
                        document, line: row.line,
                        "\(row.target) may only import modules listed above it, and \(module) is not"))
            }
            if !above.insert(row.target).inserted {
                faults.append(Fault(document, line: row.line, "\(row.target) has a second row"))
            }
        }
        return faults
    }
}
