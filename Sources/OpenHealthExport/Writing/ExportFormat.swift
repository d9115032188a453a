// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A format in which a store can be exported.
///
/// To add a format, declare a type in a file of its own and add it to ``ExportFormats/all``. Streams of bytes, such as standard output,
/// take formats that are one file.
package protocol ExportFormat: Sendable {
    /// The name that selects the format, such as `apple`.
    var name: String { get }
    /// One line that describes the format.
    var summary: String { get }
    /// The amount of each kind of data that the format can represent.
    var kinds: ExportedKinds { get }
    /// Whether the files are written by several threads, if the output can take them.
    var usesThreads: Bool { get }
    /// The form in one stream of bytes.
    var stream: ExportStreamForm { get }
    /// The format with all texts unchanged, if it changes those that spreadsheets evaluate.
    var raw: (any ExportFormat)? { get }
    /// Writes the selected content of a store.
    func write(_ context: ExportContext) throws
    /// Writes the selected content of a store as one file, if the form of a stream is not an archive.
    func writeStream(_ context: ExportContext) throws
}

extension ExportFormat {
    package var usesThreads: Bool { false }
    package var raw: (any ExportFormat)? { nil }

    package func writeStream(_ context: ExportContext) throws { try write(context) }

    /// Returns the kinds of data that the format can represent to a certain amount.
    package func kinds(_ amount: ExportSupport) -> [ExportKind] {
        ExportKind.allCases.filter { kinds[$0] == amount }
    }
}

/// The form of a format in one stream of bytes, such as standard output.
package enum ExportStreamForm: Sendable {
    /// An archive.
    case archive
    /// One file of text.
    case text
    /// None, since the format has several files, which the text names, such as `a file for each route`.
    case none(String)
}
