// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// An error in an input or output file, with its location and remedy.
///
/// The strings contain files, lines, types and units, but no measured values.
public struct FormatError: Error, CustomStringConvertible {
    /// The kind of an error, for comparison.
    public typealias Code = ErrorCode<FormatError>

    /// The kind of the error.
    public var code: Code
    /// The file: a path on disk, or a path inside an archive.
    public var file: String
    /// The line in the file, counted from 1; nil for binary files.
    public var line: Int?
    /// The problem.
    public var message: String
    /// The remedy.
    public var remedy: String
    /// The underlying error, if any.
    public var cause: (any Error)?

    /// Creates an error with the given properties.
    public init(
        _ code: Code, file: String, line: Int? = nil, message: String, remedy: String, cause: (any Error)? = nil
    ) {
        self.code = code
        self.file = file
        self.line = line
        self.message = message
        self.remedy = remedy
        self.cause = cause
    }

    /// A description in one line: the file, the line, the problem and the remedy.
    public var description: String {
        let place = line.map { "\(file):\($0)" } ?? file
        return "\(place): \(message); \(remedy)"
    }
}

extension FormatError.Code {
    /// The input does not contain an Apple Health export.
    public static let notAnExport = Self(rawValue: "notAnExport")
    /// The archive is inconsistent, such as an invalid directory or checksum.
    public static let corruptArchive = Self(rawValue: "corruptArchive")
    /// A member has a path outside of the archive.
    public static let unsafePath = Self(rawValue: "unsafePath")
    /// A member is far larger than declared, or than any export.
    public static let zipBomb = Self(rawValue: "zipBomb")
    /// A member has an unsupported compression method.
    public static let unsupportedCompression = Self(rawValue: "unsupportedCompression")
    /// A member is encrypted.
    public static let encrypted = Self(rawValue: "encrypted")
    /// The file is truncated.
    public static let truncated = Self(rawValue: "truncated")
    /// The file is empty.
    public static let emptyFile = Self(rawValue: "emptyFile")
    /// The file cannot be opened or read.
    public static let notReadable = Self(rawValue: "notReadable")
    /// The file cannot be created or written.
    public static let notWritable = Self(rawValue: "notWritable")
    /// The file exceeds the maximum size of its kind.
    public static let tooLarge = Self(rawValue: "tooLarge")
    /// The encoding of the document is not supported.
    public static let unsupportedEncoding = Self(rawValue: "unsupportedEncoding")
    /// The document declares entities.
    public static let entityExpansion = Self(rawValue: "entityExpansion")
    /// The content is not in the expected form.
    public static let malformed = Self(rawValue: "malformed")
    /// A record is invalid, and the reader is strict.
    public static let rejected = Self(rawValue: "rejected")
}

extension FormatError.Code {
    /// The file has planned routes, and no activity.
    static let plannedRoute = Self(rawValue: "plannedRoute")
}

extension FormatError: ReportableError {}

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
            message: "the document declares entities, which exports do not have and which can expand without limit",
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
