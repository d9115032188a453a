// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A format of whole inputs of `health import`: exports of accounts, and folders and archives of files.
///
/// A format is a folder with a type of this protocol, and an entry in ``ImportFormats``. A format of single files among many is an
/// ``ActivityFormat`` instead.
protocol ImportFormat: Sendable {
    /// Opens an input of the format.
    /// - Returns: nil if the input is of another format.
    /// - Throws: A ``FormatError`` if the input is of the format and must not be read.
    static func open(_ input: ImportInput) throws -> (any ImportReader)?
}

/// A reader of an input of an import.
protocol ImportReader: SampleBatchSource {
    /// The name of the format in the receipt. It can become known with the last batch.
    var format: String { get }
}

/// The formats of whole inputs, in the order in which they are tried.
enum ImportFormats {
    static let all: [any ImportFormat.Type] = [AppleHealthFormat.self, AccountExports.self, ActivityFiles.self]
}

/// The formats of single files, in the order in which they are tried.
enum ActivityFormats {
    static let all: [any ActivityFormat.Type] = [FITFormat.self, TCXFormat.self, GPXFormat.self]

    /// The number of bytes by which a file is recognised.
    static let headSize = 4096

    /// Returns the format of a file; nil for other files.
    /// - Parameter head: The first bytes of the file, in UTF-8 if it is XML.
    static func format(_ head: UnsafeRawBufferPointer) -> (any ActivityFormat.Type)? {
        all.first { $0.matches(head) }
    }

    /// Returns whether the name of a file is that of a format, packed or not.
    static func isNamed(_ path: String) -> Bool {
        let name = path.lowercased()
        let plain = name.hasSuffix(".gz") ? String(name.dropLast(3)) : name
        return all.contains { plain.hasSuffix($0.suffix) }
    }
}

/// An argument of `health import`, whose format is not known yet.
struct ImportInput {
    /// The file or folder.
    let url: URL
    let options: AppleHealthExportReader.Options
    /// The call that the input belongs to.
    let call: ImportCall
}
