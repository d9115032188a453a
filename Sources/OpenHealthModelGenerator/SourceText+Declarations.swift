// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension SourceText {
    /// The text of a file with an extension that holds one table.
    /// - Parameters:
    ///   - element: the type of the elements.
    ///   - type: the extended type.
    ///   - comment: the documentation of the table.
    ///   - arguments: the arguments of the element for an entry, each on its own lines.
    static func table<Entry>(
        of element: String, in type: String, _ comment: String, access: String = "package ", _ entries: [Entry],
        arguments: (Entry) -> [String]
    ) -> String {
        var source = SourceText()
        source.line("extension \(type) {")
        source.doc(comment, indent: 1)
        source.line("\(access)static let table: [\(element)] = [", indent: 1)
        for entry in entries {
            source.line("\(element)(", indent: 2)
            let lines = arguments(entry).joined(separator: ",\n") + "),"
            for line in lines.split(separator: "\n") { source.line(String(line), indent: 3) }
        }
        source.line("]", indent: 1)
        source.line("}")
        return source.text
    }

    /// An argument that is a list of pairs, each on its own line.
    static func pairs(_ label: String, _ pairs: [(String, String)]) -> String {
        // The formatter wants no comma after an element that stands alone.
        let comma = pairs.count == 1 ? "" : ","
        let lines = pairs.map { "    (\($0), \($1))\(comma)\n" }
        return "\(label): [" + (lines.isEmpty ? "]" : "\n\(lines.joined())]")
    }

    /// The stored value of a structure, and the initializer that takes it.
    mutating func rawValue(_ type: String, _ comment: String, initializer: String, indent: Int) {
        doc(comment, indent: indent)
        line("public let rawValue: \(type)", indent: indent)
        line()
        doc(initializer, indent: indent)
        line("public init(rawValue: \(type)) { self.rawValue = rawValue }", indent: indent)
    }

    /// A constant of a structure, after an empty line.
    mutating func rawConstant(
        _ name: String, _ value: String, _ comment: String, _ deprecation: Deprecation?, indent: Int
    ) {
        line()
        doc(comment, indent: indent)
        if let attribute = deprecation?.attribute { line(attribute, indent: indent) }
        call("public static let \(name) = Self", "rawValue: \(value)", indent: indent)
    }
}
