// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// Errors of reading exports.
extension FormatError {
    /// The input is not an export.
    static func notAnExport(file: String, line: Int? = nil, detail: String) -> FormatError {
        FormatError(
            .notAnExport, file: file, line: line, message: "this is not an Apple Health export: \(detail)",
            remedy: "give the export.zip of the Health app, its unpacked folder, or the XML file inside")
    }

    /// The document declares entities.
    static func entityExpansion(file: String, line: Int) -> FormatError {
        FormatError(
            .entityExpansion, file: file, line: line,
            message: "the document declares entities, which exports do not have and which can expand without limit"
                + " without end",
            remedy: "export again on the phone; do not trust this file")
    }

    /// Something was omitted, and the reader is strict.
    static func rejected(_ diagnostic: ImportDiagnostic) -> FormatError {
        FormatError(
            .rejected, file: diagnostic.file, line: diagnostic.line > 0 ? diagnostic.line : nil,
            message: "\(diagnostic.element): \(diagnostic.reason)",
            remedy: "correct the file, or import without --strict to exclude such records and list them")
    }
}

extension FormatError.Code {
    /// A record is invalid, and the reader is strict.
    public static let rejected = Self(rawValue: "rejected")
}
