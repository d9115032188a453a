// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A reader of files of activities, one after the other, and before them the documents of the account that they belong to. Accounts are read one
/// after the other.
///
/// A file that cannot be read is reported, and the others are read.
final class ActivityFilesReader: ImportReader {
    private var files: FileQueue
    /// The account that is being read; nil for files of none.
    private var account: (any ActivityAccount)?
    /// The parts of the input that follow.
    private var parts: ArraySlice<ImportPart>
    /// The name of the format of the accounts; nil if there are none.
    private let accountFormat: String?
    /// Whether the input has an account.
    let hasAccount: Bool
    /// The identities of the owners of the accounts, as far as the exports state it.
    let owners: Set<String>
    private let builder: ActivityBuilder
    private let call: ImportCall
    private var formats: Set<String> = []
    /// The first skipped files, and the number of all.
    private var skipped: (files: [String], count: Int) = ([], 0)
    /// The paths of the archives in the input that are exports of accounts by themselves.
    private var accounts: Set<String> = []
    /// The files of the account that have been read, or that another input of the call has.
    private var keys: Set<ImportCall.Key> = []
    private var (isStarted, isDone) = (false, false)

    /// The name of the format in diagnostics of files of no known format.
    private static let unknownFormat = "file"
    /// The maximum number of skipped files that are listed individually.
    private static let skippedLimit = 200

    convenience init(_ files: FileQueue, isStrict: Bool, call: ImportCall, account: (any ActivityAccount)? = nil) {
        let part = ImportPart(account: account, files: files.remaining)
        self.init(files, isStrict: isStrict, call: call, parts: [part])
    }

    /// Creates a reader of the parts of an input.
    init(_ files: FileQueue, isStrict: Bool, call: ImportCall, parts: [ImportPart]) {
        self.files = files.withoutFiles
        self.call = call
        self.parts = parts[...]
        let names = Set(parts.compactMap { part in part.account.map { type(of: $0).name } })
        accountFormat = names.count > 1 ? ActivityFiles.name : names.first
        hasAccount = !names.isEmpty
        owners = Set(parts.compactMap(\.owner))
        builder = ActivityBuilder(isStrict: isStrict)
        builder.tally.inputBytes = files.size
    }

    /// Whether the input is a file, and neither a folder nor an archive.
    var isOneFile: Bool { files.isFile }

    var format: String {
        if let accountFormat { return accountFormat }
        guard formats.count == 1, let format = formats.first else { return ActivityFiles.name }
        return files.isFile || format == FITFormat.name ? format : ActivityFiles.name
    }

    func nextBatch() throws -> SampleBatch? {
        guard !isDone else { return nil }
        do {
            if !isStarted { try startPart() }
            while !builder.isFull {
                if builder.addNext() { continue }
                guard let file = files.next() else {
                    builder.endFiles()
                    if builder.addNext() { continue }
                    guard parts.isEmpty else {
                        try finishAccount()
                        try startPart()
                        continue
                    }
                    try finish()
                    break
                }
                try read(file)
            }
            var batch = builder.takeBatch()
            batch.hasSeveralOwners = call.hasSeveralOwners
            return batch
        } catch {
            isDone = true
            throw error
        }
    }

    // MARK: Documents

    /// Starts the next part of the input with the documents of its account.
    private func startPart() throws {
        isStarted = true
        guard let part = parts.popFirst() else { return }
        (files.remaining, account, keys) = (part.files, part.account, [])
        builder.begin(account?.summaries, of: call.hasSeveralOwners ? part.owner : nil)
        guard let account else { return }
        for file in part.files {
            switch account.role(of: file.path) {
            case .document: try readDocument(file, of: account)
            case .leftOut(let reason): skip(file, reason)
            case .leftOutActivity(let reason): if ActivityFormats.isNamed(file.path) { skip(file, reason) }
            case .other, .ignored: break
            }
        }
        account.prepare()
    }

    private func readDocument(_ file: FileQueue.File, of account: any ActivityAccount) throws {
        builder.file = file.path
        builder.format = type(of: account).name
        do {
            try FileQueue.withDocument(file) { bytes, pages in
                builder.tally.bytesRead += Int64(bytes.count)
                try account.read(bytes, pages: pages, into: builder)
            }
        } catch let error as FormatError where error.code != .rejected {
            try reject(error)
        }
    }

    // MARK: Files

    private func read(_ file: FileQueue.File) throws {
        defer {
            builder.tally.inputBytesRead = min(builder.tally.inputBytes, builder.tally.inputBytesRead + file.size)
        }
        if let account, account.role(of: file.path) != .other { return nameAccount(of: file) }
        builder.file = file.path
        builder.format = Self.unknownFormat
        do {
            try readContent(file)
        } catch let error as FormatError where error.code != .rejected && !files.isFile {
            // Other files than activities are not named.
            if builder.format != Self.unknownFormat || isNamed(file) {
                try reject(error)
            }
        }
    }

    /// Reports that the file that is being read is left out.
    private func reject(_ error: FormatError) throws {
        try builder.problem(
            .rejected, error.message, line: error.line ?? 0, isCutOff: error.code == .truncated)
    }

    /// Returns whether the name of a file is that of an activity, or of an archive that can contain some.
    private func isNamed(_ file: FileQueue.File) -> Bool {
        ActivityFormats.isNamed(file.path) || file.path.lowercased().hasSuffix(".zip")
    }

    private func readContent(_ file: FileQueue.File) throws {
        var source = try file.open()
        let head = try FileContent.head(&source)
        if FileContent.isArchive(head) {
            switch try files.unpack(file) {
            case .opened(let isCutOff):
                if isCutOff { try archiveIsCutOff() }
            case .export: skip(file, "it is an Apple Health export; import it by itself")
            }
            return
        }
        guard let format = FileContent.format(of: head) else {
            if ActivityFormats.isNamed(file.path) {
                try builder.problem(
                    .rejected,
                    head.isEmpty ? "the file is empty" : "this is no FIT, TCX or GPX file, whatever its name")
            } else {
                nameAccount(of: file)
            }
            return
        }
        builder.format = format.name
        formats.insert(format.name)
        var bytes = head + (try source.readAll(limit: FileContent.limit, file: file.path))
        var isWhole = true
        if Gzip.isPacked(bytes) {
            let unpacked = Gzip.unpackedPart(bytes, limit: FileContent.limit)
            if unpacked.isBomb {
                throw FormatError(
                    .zipBomb, file: file.path,
                    message:
                        "the gzip is refused: it unpacks to more than \(InflateByteSource.ratioLimit) times its size",
                    remedy: "copy it from the device or account again; real activities do not unpack like this")
            }
            (bytes, isWhole) = (unpacked.bytes, unpacked.isWhole)
        }
        builder.tally.bytesRead += Int64(bytes.count)
        let key = bytes.withUnsafeBytes { ImportCall.Key($0) }
        if let known = call.note(key, path: file.path) {
            // The summaries of the workouts of this input are used already.
            if account != nil, keys.insert(key).inserted {
                builder.use(known.content)
                builder.endFile()
            }
            return skip(file, "it has the same content as \(known.path)")
        }
        if account != nil { keys.insert(key) }
        builder.isFileCutOff = !isWhole
        if format.name != FITFormat.name { bytes = FileContent.text(bytes) }
        defer {
            builder.endFile()
            call.note(builder.knownFile, of: key, isOfAccount: account != nil)
        }
        do {
            try bytes.withUnsafeBytes { try format.read($0, into: builder) }
        } catch let error as FormatError where error.code == .plannedRoute && !files.isFile {
            return skip(file, error.message)
        }
        if !isWhole {
            try builder.problem(
                .warning, "the gzip is damaged or cut off; the file was read as far as possible", isCutOff: true)
        }
    }

    /// Names the archive of a file if the file tells that the archive is the export of an account, which is not read.
    private func nameAccount(of file: FileQueue.File) {
        guard !file.archive.isEmpty, !accounts.contains(file.archive), AccountExports.isMarker(file) else { return }
        accounts.insert(file.archive)
        skip(
            "\(file.archive): skipped but for its activity files, since it is an account export; import it by itself")
    }

    private func skip(_ file: FileQueue.File, _ reason: String) { skip("\(file.path): skipped, since \(reason)") }

    private func skip(_ line: String) {
        skipped.count += 1
        if skipped.files.count < Self.skippedLimit { skipped.files.append(line) }
    }

    private func archiveIsCutOff() throws {
        try builder.problem(
            .warning, "the archive ends before its directory; the files after that point are lost", isCutOff: true)
    }

    // MARK: The end

    /// Adds what an account knows after its last file.
    private func finishAccount() throws {
        guard let account else { return }
        builder.file = files.url.lastPathComponent
        builder.format = type(of: account).name
        if type(of: account).isOneInInput { builder.use(call.readingsWithoutAccount()) }
        try account.finish(into: builder)
    }

    /// Ends the days of the files. Those without an account have the days of the other inputs of the call, too.
    private func endDays() {
        guard !hasAccount else { return endDaysOfAccounts() }
        let isLast = call.isLastOfFiles
        if isLast || !builder.restingRates.isEmpty {
            var rates = call.restingRates
            rates.add(builder.restingRates)
            builder.restingRates = rates
        }
        builder.endDays(isLast: isLast)
        if !builder.restingRates.isEmpty { call.note(builder.restingRates) }
    }

    /// Ends the days of the accounts. The receipt names those of which accounts of several persons have different figures.
    private func endDaysOfAccounts() {
        let differing = call.note(builder.endDays(isLast: true))
        guard differing > 0 else { return }
        builder.format = accountFormat ?? FITFormat.name
        builder.remark(
            "days of which the accounts of several persons have different resting heart rates, and the store keeps one: "
                + "\(differing)")
    }

    private func finish() throws {
        isDone = true
        builder.file = files.url.lastPathComponent
        builder.format = Self.unknownFormat
        if files.isCutOff { try archiveIsCutOff() }
        builder.format = FITFormat.name
        endDays()
        try finishAccount()
        builder.tally.skippedFiles = skipped.files
        if skipped.count > skipped.files.count {
            builder.tally.skippedFiles.append("\(skipped.count - skipped.files.count) more files: skipped")
        }
    }
}
