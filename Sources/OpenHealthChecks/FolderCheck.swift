// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A check for cycles between the folders of a target: folder A names a type of folder B, and B names one of A, directly or through
/// other folders.
///
/// A type belongs to the folder of the file that declares it at the top level; extensions do not count. Files that are not in a
/// folder of their target form a folder `.`.
package enum FolderCheck {
    /// The targets whose folders may form cycles.
    ///
    /// The classes of the model name one another, as Apple's do. The others should leave this list, and none may be added.
    static let exempt: Set<String> = [
        "OpenHealthModel", "OpenHealthKit", "OpenHealthAPI", "OpenHealthServer", "OpenHealthWarehouse",
        "OpenHealthChecks",
        "OpenHealthModelGenerator", "OpenHealthDemo", "OpenHealthTestSupport", "health",
    ]

    /// One folder's use of a type of another.
    private struct Use {
        var folder: String
        var type: String
        var file: String
        var line: Int
    }

    /// Returns a fault for each use of a type that closes a cycle.
    package static func faults(in tree: SourceTree) throws -> [Fault] {
        let files = Dictionary(grouping: try tree.swiftFiles(under: ["Sources"])) { $0.target ?? "" }
        return files.keys.sorted().filter { !exempt.contains($0) }.flatMap { target in
            faults(target, files[target] ?? [])
        }
    }

    private static func faults(_ target: String, _ files: [SourceFile]) -> [Fault] {
        let sources = files.map { (file: $0, folder: folder(of: $0), lines: $0.codeLines) }
        var declared: [String: String] = [:]
        for source in sources {
            for name in declaredTypes(in: source.lines) { declared[name] = source.folder }
        }
        var uses: [String: [Use]] = [:]
        for source in sources {
            for (index, line) in source.lines.enumerated() {
                for name in capitalizedNames(in: line) {
                    guard let folder = declared[name], folder != source.folder else { continue }
                    uses[source.folder, default: []].append(
                        Use(folder: folder, type: name, file: source.file.path, line: index + 1))
                }
            }
        }
        return uses.keys.sorted().flatMap { folder in
            (uses[folder] ?? []).compactMap { use in
                guard let way = way(from: use.folder, to: folder, uses) else { return nil }
                return Fault(
                    use.file, line: use.line,
                    "\(folder) uses \(use.type) of \(use.folder), which closes a cycle: "
                        + ([folder] + way).joined(separator: " → "))
            }
        }
    }

    private static func folder(of file: SourceFile) -> String {
        let parts = file.path.split(separator: "/").dropFirst(2)
        return parts.count > 1 ? String(parts[parts.startIndex]) : "."
    }

    /// Returns the types that are declared at the top level and visible in other files.
    private static func declaredTypes(in lines: [Substring]) -> [String] {
        // A pattern takes long to compile, so one serves all lines.
        let pattern =
            /^(?:@\S+ )*(?:(?:public|package|internal|final|open|indirect) )*(?:struct|class|enum|protocol|actor|typealias) (\w+)/
        return lines.compactMap { line in
            // The code is formatted, so declarations at the top level are not indented.
            guard let first = line.utf8.first, first != UInt8(ascii: " "), first != UInt8(ascii: "}") else {
                return nil
            }
            return line.firstMatch(of: pattern).map { String($0.output.1) }
        }
    }

    /// Returns the names in a line of code that begin with a capital letter.
    private static func capitalizedNames(in line: Substring) -> [String] {
        line.utf8.split { byte in
            !(UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "_") || byte > 0x7F)
        }.filter { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0[$0.startIndex] }.map { String(Substring($0)) }
    }

    /// Returns the shortest path from one folder to another along uses, or nil if there is no path.
    private static func way(from start: String, to end: String, _ uses: [String: [Use]]) -> [String]? {
        var ways: [[String]] = [[start]]
        var seen: Set<String> = [start]
        while !ways.isEmpty {
            var next: [[String]] = []
            for way in ways {
                guard let last = way.last else { continue }
                if last == end { return way }
                for folder in Set((uses[last] ?? []).map(\.folder)).sorted() where seen.insert(folder).inserted {
                    next.append(way + [folder])
                }
            }
            ways = next
        }
        return nil
    }
}
