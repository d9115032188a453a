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
