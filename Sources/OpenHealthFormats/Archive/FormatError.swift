// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// An error in an input or output file: its place and its remedy.
///
/// The texts name files, lines, types and units, never a value that someone measured.
public struct FormatError: Error, CustomStringConvertible {
    /// The kind of the error, which programs can compare.
    ///
    /// Open, so that a later version can tell kinds apart that this one lumps together.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The name of the kind, such as `zipBomb`.
        public let rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The name of the kind.
        public var description: String { rawValue }
    }

    /// The kind of the error.
    public var code: Code
    /// The file in question: a path on disk, or a path inside an archive.
    public var file: String
    /// The line in that file, counted from 1, where lines mean something.
    public var line: Int?
    /// The problem.
    public var message: String
    /// The remedy.
    public var remedy: String
    /// The error beneath this one, where there is one.
    public var cause: (any Error)?

    /// Creates an error from its parts; see the properties.
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

    /// The error in one line: file, line, what is wrong, what to do.
    public var description: String {
        let place = line.map { "\(file):\($0)" } ?? file
        return "\(place): \(message); \(remedy)"
    }
}

extension FormatError.Code {
    /// The input holds no Apple Health export.
    public static let notAnExport = Self(rawValue: "notAnExport")
    /// The archive contradicts itself: a directory that cannot be right, a checksum that does not fit.
    public static let corruptArchive = Self(rawValue: "corruptArchive")
    /// A member's path would leave the archive when unpacked.
    public static let unsafePath = Self(rawValue: "unsafePath")
    /// A member grows far beyond what it says or what any export does.
    public static let zipBomb = Self(rawValue: "zipBomb")
    /// A member is packed in a way that this reader does not know.
    public static let unsupportedCompression = Self(rawValue: "unsupportedCompression")
    /// A member is encrypted.
    public static let encrypted = Self(rawValue: "encrypted")
    /// The file ends before it should.
    public static let truncated = Self(rawValue: "truncated")
    /// The file has no bytes at all.
    public static let emptyFile = Self(rawValue: "emptyFile")
    /// The file cannot be opened or read.
    public static let notReadable = Self(rawValue: "notReadable")
    /// The file cannot be made or written.
    public static let notWritable = Self(rawValue: "notWritable")
    /// The file is larger than anything of its kind can be.
    public static let tooLarge = Self(rawValue: "tooLarge")
    /// The text is in an encoding that this reader does not know.
    public static let unsupportedEncoding = Self(rawValue: "unsupportedEncoding")
    /// The document declares entities of its own.
    public static let entityExpansion = Self(rawValue: "entityExpansion")
    /// The content does not have the form it should have.
    public static let malformed = Self(rawValue: "malformed")
}

extension FormatError: ReportableError {}
