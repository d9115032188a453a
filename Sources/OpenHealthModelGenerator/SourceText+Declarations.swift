// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension SourceText {
    /// The text of a file with an extension that holds one table.
    /// - Parameters:
    ///   - type: the extended type.
    ///   - comment: the documentation of the table.
    ///   - declaration: the declaration of the table, without its value.
    ///   - rows: adds the rows, indented twice.
    static func table(in type: String, _ comment: String, _ declaration: String, rows: (inout Self) -> Void) -> String {
        var source = SourceText()
        source.line("extension \(type) {")
        source.doc(comment, indent: 1)
        source.line("\(declaration) = [", indent: 1)
        rows(&source)
        source.line("]", indent: 1)
        source.line("}")
        return source.text
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
