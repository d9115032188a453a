// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The text of one generated file, in the layout of the project's formatter.
struct SourceText {
    static let width = 120

    private(set) var text: String

    /// - Parameter origin: the origin of the text, for the first comment.
    init(imports: [String] = [], _ origin: String = "from Data/ by generate-model") {
        text = """
            // This source file is part of the OpenHealthKit open source project
            // SPDX-License-Identifier: Apache-2.0

            // Generated \(origin). Do not edit.


            """
        for module in imports { text += "import \(module)\n" }
        if !imports.isEmpty { text += "\n" }
    }

    mutating func line(_ line: String = "", indent: Int = 0) {
        if !line.isEmpty { text += String(repeating: "    ", count: indent) + line }
        text += "\n"
    }

    /// A documentation comment, wrapped.
    mutating func doc(_ comment: String, indent: Int = 0) {
        let available = Self.width - 4 * indent - 4
        var current = ""
        for word in comment.split(separator: " ") {
            if !current.isEmpty, current.count + 1 + word.count > available {
                line("/// " + current, indent: indent)
                current = ""
            }
            current += current.isEmpty ? String(word) : " " + word
        }
        line("/// " + current, indent: indent)
    }

    /// Elements separated by commas, wrapped.
    /// - Parameter end: the text after the last element.
    mutating func list(_ elements: [String], end: String, indent: Int) {
        var current = ""
        for (index, element) in elements.enumerated() {
            let word = element + (index == elements.count - 1 ? end : ",")
            if !current.isEmpty, current.count + 1 + word.count + 4 * indent > Self.width {
                line(current, indent: indent)
                current = ""
            }
            current += current.isEmpty ? word : " " + word
        }
        line(current, indent: indent)
    }

    /// `head(argument)`, broken after the parenthesis where one line is too short.
    mutating func call(_ head: String, _ argument: String, indent: Int = 0) {
        breakable(head + "(", "", argument + ")", indent: indent)
    }

    /// `head = value`, broken after the sign where one line is too short.
    mutating func assignment(_ head: String, _ value: String, indent: Int = 0) {
        breakable(head + " =", " ", value, indent: indent)
    }

    /// Two parts on one line, or on two where one line is too short.
    private mutating func breakable(_ head: String, _ space: String, _ tail: String, indent: Int) {
        if head.count + space.count + tail.count + 4 * indent <= Self.width {
            line(head + space + tail, indent: indent)
        } else {
            line(head, indent: indent)
            line(tail, indent: indent + 1)
        }
    }
}

extension SourceText {
    /// The text of a file with an extension that holds one table.
    /// - Parameters:
    ///   - element: the type of the elements.
    ///   - type: the extended type.
    ///   - comment: the documentation of the table.
    ///   - arguments: the arguments of the element for an entry, which is a row of the file.
    static func table<Entry>(
        of element: String, in type: String, _ comment: String, access: String = "package ", _ entries: [Entry],
        arguments: (Entry) -> [String]
    ) -> String {
        var source = SourceText()
        // A row is a line, as in the tables of Data.
        source.line("// swift-format-ignore-file")
        source.line()
        source.line("extension \(type) {")
        source.doc(comment, indent: 1)
        source.line("\(access)static let table: [\(element)] = [", indent: 1)
        for entry in entries {
            let row = "\(element)(" + arguments(entry).joined(separator: ", ") + "),"
            for line in row.split(separator: "\n") { source.line(String(line), indent: 2) }
        }
        source.line("]", indent: 1)
        source.line("}")
        return source.text
    }

    /// An argument that is a list of pairs.
    /// - Parameter areRows: whether each pair is a row of a table, and so on its own line.
    static func pairs(_ label: String, _ pairs: [(String, String)], areRows: Bool = false) -> String {
        let texts = pairs.map { "(\($0), \($1))" }
        guard areRows, !texts.isEmpty else { return "\(label): [" + texts.joined(separator: ", ") + "]" }
        return "\(label): [\n" + texts.map { "    \($0),\n" }.joined() + "]"
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
