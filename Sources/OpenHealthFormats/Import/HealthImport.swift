// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A reader of a file, folder or archive of any known format, which is recognised by its content.
///
/// Formats are Apple's Health export, FIT, TCX and GPX files, folders and archives of these, and the exports of accounts with Garmin and
/// Strava. A reader reads its input once, and is used
/// by one thread at a time.
///
/// Devices write counts of steps, distance and energy since midnight to several FIT files a day. A store makes samples of their differences,
/// so that these are the same in whatever imports the files come.
public final class HealthImport: SampleBatchSource {
    private var reader: any ImportReader
    /// Whether the input has an account.
    var hasAccount: Bool { (reader as? ActivityFilesReader)?.hasAccount == true }
    /// Whether the input is files of activities without an account.
    var isFilesAlone: Bool { (reader as? ActivityFilesReader)?.hasAccount == false }
    /// Whether the input is one file of activities, and neither a folder nor an archive.
    var isOneFile: Bool { (reader as? ActivityFilesReader)?.isOneFile == true }

    /// Opens an input.
    /// - Parameters:
    ///   - url: A file, an archive or a folder.
    ///   - options: The options for input that is not as expected.
    ///   - call: The call that the input belongs to. A file that occurs in several inputs of a call is read once.
    /// - Throws: A ``FormatError`` if the input is of no known format, or must not be read.
    public init(
        url: URL, options: AppleHealthExportReader.Options = .init(), call: ImportCall = ImportCall()
    ) throws {
        let input = ImportInput(url: url, options: options, call: call)
        for format in ImportFormats.all {
            if let found = try format.open(input) {
                reader = found
                call.begin(url, owners: (found as? ActivityFilesReader)?.owners ?? [])
                return
            }
        }
        do {
            // The error says what the input lacks.
            reader = try AppleHealthExportReader(url: url, options: options)
        } catch let error as FormatError where error.code == .notAnExport {
            throw Self.nothingKnown(in: url, options) ?? error
        }
    }

    /// Returns the error for a folder or archive without files of known formats; nil for other inputs, and where a document could be an export.
    private static func nothingKnown(in url: URL, _ options: AppleHealthExportReader.Options) -> FormatError? {
        guard let isFile = try? ActivityFiles.isPlainFile(url), !isFile,
            var files = try? FileQueue(url, isPartial: options.partial)
        else { return nil }
        var archive: String?
        while let file = files.next() {
            let name = file.path.lowercased()
            if name.hasSuffix(".xml") { return nil }
            if name.hasSuffix(".zip") { archive = archive ?? file.path }
        }
        let hint = archive.map { "; it contains the archive \(DiagnosticText.short($0)), which may be an export" } ?? ""
        return FormatError(
            .notAnExport, file: url.path, message: "it has no file of a known format\(hint)",
            remedy: "give an export of the Health app, Garmin or Strava, or FIT, TCX or GPX files")
    }

    /// Opens a FIT, TCX or GPX file in memory.
    /// - Parameters:
    ///   - data: The bytes of the file, packed with gzip or not.
    ///   - name: The name to use in diagnostics.
    ///   - options: The options for input that is not as expected.
    /// - Throws: A ``FormatError`` if the file is of none of these formats.
    package init(data: [UInt8], name: String, options: AppleHealthExportReader.Options = .init()) throws {
        guard FileContent.format(of: Array(data.prefix(ActivityFormats.headSize))) != nil else {
            throw ActivityFiles.unknown(name)
        }
        reader = ActivityFilesReader(FileQueue(data, name: name), isStrict: options.strict, call: ImportCall())
    }

    /// Opens a document of the export of an account in memory.
    /// - Parameters:
    ///   - data: The bytes of the document.
    ///   - path: The path of the document in the export, which says what it is.
    ///   - name: The name of the format of the account.
    ///   - options: The options for input that is not as expected.
    /// - Throws: A ``FormatError`` if there is no such account.
    package init(
        document data: [UInt8], path: String, account name: String, options: AppleHealthExportReader.Options = .init()
    ) throws {
        guard let account = AccountExports.account(named: name) else { throw ActivityFiles.unknown(path) }
        reader = ActivityFilesReader(
            FileQueue(data, name: path), isStrict: options.strict, call: ImportCall(), account: account)
    }

    /// The name of the format. That of a folder or archive of files can change until its last batch.
    public var format: String { reader.format }

    /// Returns the next batch, or nil at the end.
    /// - Throws: A ``FormatError`` with the file; nothing can be read after an error.
    public func nextBatch() throws -> SampleBatch? {
        guard var batch = try reader.nextBatch() else { return nil }
        batch.tally.format = reader.format
        return batch
    }
}

extension AppleHealthExportReader: ImportReader {
    var format: String { AppleHealthFormat.name }
}

/// The export of the Health app.
enum AppleHealthFormat: ImportFormat {
    static let name = "apple-health"

    static func open(_ input: ImportInput) throws -> (any ImportReader)? {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: input.url.path, isDirectory: &isFolder)
        do {
            // A document alone is read without a look at its content, so files of other formats come first.
            if exists, !isFolder.boolValue, try ActivityFiles.isFile(input.url) { return nil }
            return try AppleHealthExportReader(url: input.url, options: input.options)
        } catch is FormatError where exists {
            // A member that cannot be read, such as an encrypted one, is no reason to refuse the others. If the input is of no other
            // format, its problem is found again.
            return nil
        }
    }
}
