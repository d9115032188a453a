// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// Errors of reading exports.
extension FormatError {
    /// The input is not an export.
    static func notAnExport(file: String, line: Int? = nil, detail: String) -> FormatError {
        FormatError(
            .notAnExport, file: file, line: line, message: "this is not an Apple Health export: \(detail)",
            remedy: "give the export.zip that the Health app makes, its unpacked folder, or the XML file inside")
    }

    /// The document declares entities.
    static func entityExpansion(file: String, line: Int) -> FormatError {
        FormatError(
            .entityExpansion, file: file, line: line,
            message: "the document declares entities of its own, which no export does and which can be made to expand"
                + " without end",
            remedy: "export again on the phone; do not trust this file")
    }

    /// Something was omitted, and the reader is strict.
    static func rejected(_ diagnostic: ImportDiagnostic) -> FormatError {
        FormatError(
            .rejected, file: diagnostic.file, line: diagnostic.line > 0 ? diagnostic.line : nil,
            message: "\(diagnostic.element): \(diagnostic.reason)",
            remedy: "mend the file, or import without --strict to leave such records out and have them listed")
    }
}

extension FormatError.Code {
    /// A record is invalid, and the reader is strict.
    public static let rejected = Self(rawValue: "rejected")
}
