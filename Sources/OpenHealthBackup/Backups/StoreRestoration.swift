// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore

/// The restoration of a store from a backup, encrypted or not. The backup is checked before the store is replaced.
package struct StoreRestoration {
    /// The backup.
    package let backup: URL
    /// The store to create or replace.
    package let store: URL
    /// Whether to replace a store that exists. Its files are kept under another name.
    package var replaces = false
    /// The date, which is part of the name of the previous store.
    package var date = Date()
    /// Returns the free bytes of the disk of a folder; nil if they are unknown.
    var available: (URL) -> Int64? = BackupSize.available

    package init(backup: URL, store: URL) {
        self.backup = backup
        self.store = store
    }

    /// Whether the backup is encrypted.
    /// - Throws: a `FormatError` if it cannot be read.
    package var isEncrypted: Bool {
        get throws { try AgeReader.isEncrypted(FileByteSource(url: backup)) }
    }

    /// A restored store.
    package struct Outcome: Equatable {
        /// The file of the previous store; nil if there was none.
        package var previous: URL?
        /// The repairs of the restored store, what was left out of it, and what killed processes had left, one line each; empty if the
        /// backup had no faults.
        package var repaired: [String]
    }

    /// Restores the store. Invalid values in the backup are repaired as `health check --repair` does; a backup with other faults is
    /// refused. The current `StoreWork` can end the restoration before the store is replaced.
    /// - Throws: a ``BackupError``, `StoreError` or `FormatError`. Then the previous store is unchanged.
    package func run(passphrase: @autoclosure () throws -> String, progress: (String) -> Void = { _ in }) throws
        -> Outcome
    {
        guard replaces || !exists(store) else {
            throw BackupError(
                .exists, "a store exists at \(store.path)",
                remedy: "choose another one with --store, or replace it with --force")
        }
        // A link is not followed: what it names can be the file of someone else.
        guard AttachmentFolder.entry(at: store) != .link else {
            throw BackupError(
                .exists, "\(store.path) is a link",
                remedy: "give the path of the file that it names, or remove the link")
        }
        let lock: ServeLock?
        do {
            lock = try ServeLock.take(store)
        } catch {
            throw BackupError(
                .inUse, "a server uses the store \(store.path)",
                remedy: "stop the server, and start it again afterwards")
        }
        defer { lock?.end() }
        let secret = try isEncrypted ? passphrase() : nil
        let files = try filesToCopy(isEncrypted: secret != nil)
        try checkSpace(for: files)
        var notes = StoreLeftovers.remove(besideStoreAt: store)
        let folder = try WorkFolder(beside: store, for: .restore)
        let copy = folder.url.appendingPathComponent(StoreBackup.storeName)
        do {
            if let secret {
                progress("decrypting")
                try unpack(secret, to: copy, folder)
            } else {
                progress("copying")
                notes += try copyFiles(to: copy).map { "left out: \($0)" }
            }
            progress("checking")
            notes += try checkAndRepair(copy)
            try StoreWork.current?.check()
            return Outcome(previous: try replace(with: copy), repaired: notes)
        } catch {
            throw named(error, insteadOf: folder.url.path)
        }
    }

    /// Returns an error that names the backup and the store instead of files in the working folder.
    private func named(_ error: any Error, insteadOf folder: String) -> any Error {
        func plain(_ text: String, isWriting: Bool) -> String {
            var parts = text.components(separatedBy: folder)
            for index in parts.indices.dropFirst() {
                let end = parts[index].firstIndex { " :;,".contains($0) } ?? parts[index].endIndex
                parts[index].removeSubrange(..<end)
            }
            return parts.joined(separator: isWriting ? store.path : backup.path)
        }
        let start = "the backup \(backup.path) cannot be restored to \(store.path): "
        switch error {
        case var error as StoreError where error.message.contains(folder):
            if error.code == .notAStore { return notABackup }
            let isWriting = [.diskFull, .readOnly, .notAccessible].contains(error.code)
            error.message = start + plain(error.message, isWriting: isWriting)
            error.remedy = plain(error.remedy, isWriting: isWriting)
            return error
        case var error as FormatError where error.file.contains(folder):
            error.message = start + plain(error.message, isWriting: error.code == .notWritable)
            error.file = error.code == .notWritable ? store.path : backup.path
            return error
        case let error as BackupError where error.message.contains(folder):
            return BackupError(error.code, start + plain(error.message, isWriting: true), remedy: error.remedy)
        default: return error
        }
    }

    private func unpack(_ passphrase: String, to copy: URL, _ folder: WorkFolder) throws {
        let file = folder.url.appendingPathComponent("backup.zip")
        try Self.write(AgeReader(FileByteSource(url: backup), passphrase: passphrase), to: file)
        let archive = try ZipArchive(url: file)
        try checkSpace(for: archive.entries.map(\.uncompressedSize))
        var hasStore = false
        for entry in archive.entries {
            let target: URL
            if entry.path == StoreBackup.storeName {
                (target, hasStore) = (copy, true)
            } else if entry.path.hasPrefix(StoreBackup.attachmentsName + "/"),
                let uuid = UUID(uuidString: String(entry.path.dropFirst(StoreBackup.attachmentsName.count + 1)))
            {
                let attachments = AttachmentFolder(besideStoreAt: copy)
                guard exists(attachments.url) || NewFile.createFolder(attachments.url.path) else {
                    throw notWritable(attachments.url)
                }
                target = attachments.file(uuid)
            } else {
                throw notABackup
            }
            try Self.write(archive.open(entry), to: target)
        }
        guard hasStore else { throw notABackup }
        try BackupSize.checkLength(of: copy, name: backup.path)
        try? FileManager.default.removeItem(at: file)
    }

    /// Returns the sizes of the files of the backup.
    /// - Throws: a ``BackupError`` if the database is longer than its pages, or a file has large holes, which a copy fills; a `StoreError` if
    ///   its journal names another file.
    private func filesToCopy(isEncrypted: Bool) throws -> [Int64] {
        let file = try BackupSize.ofFile(backup, followsLinks: true)
        if isEncrypted { return [file] }
        let path = backup.resolvingSymlinksInPath().path
        try JournalCheck.run(besideDatabaseAt: path)
        let logs = try Self.logs.map { try BackupSize.ofFile(URL(fileURLWithPath: path + $0)) }
        // The newest number of pages can be that of a log.
        if logs.allSatisfy({ $0 == 0 }) { try BackupSize.checkLength(of: backup, name: backup.path) }
        let attachments = AttachmentFolder(besideStoreAt: backup).url
        let names = (try? FileManager.default.contentsOfDirectory(atPath: attachments.path)) ?? []
        return try [file] + logs
            + names.filter { UUID(uuidString: $0) != nil }.map {
                try BackupSize.ofFile(attachments.appendingPathComponent($0))
            }
    }

    /// Refuses a restoration for which the disk of the store has no space.
    private func checkSpace(for files: [Int64]) throws {
        let size = files.reduce(0) { $0.addingReportingOverflow(max(0, $1)).overflow ? .max : $0 + max(0, $1) }
        guard let free = available(store.deletingLastPathComponent()), free < size else { return }
        throw BackupError(
            .notWritable,
            "\(store.path) cannot be created: the backup has \(size) bytes, and the disk has \(free) bytes free",
            remedy: "free some space on the disk, or name a store on another disk with --store")
    }

    /// Copies the files of a backup that isn't encrypted.
    /// - Returns: The attachments that were left out because they are not regular files, one line each.
    private func copyFiles(to copy: URL) throws -> [String] {
        try Self.write(FileByteSource(url: backup), to: copy)
        // A store whose process was killed consists of these files too.
        for suffix in Self.logs {
            let file = URL(fileURLWithPath: backup.resolvingSymlinksInPath().path + suffix)
            guard exists(file) else { continue }
            let source = try OpenFile(path: file.path, followsLinks: false)
            try Self.write(FileByteSource(source), to: URL(fileURLWithPath: copy.path + suffix))
        }
        let (from, to) = (AttachmentFolder(besideStoreAt: backup), AttachmentFolder(besideStoreAt: copy))
        guard exists(from.url) else { return [] }
        var facts = stat()
        guard lstat(from.url.path, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else { throw notABackup }
        guard NewFile.createFolder(to.url.path) else { throw notWritable(to.url) }
        var omitted: [String] = []
        // Other names are left over from files that were never complete.
        for uuid in try FileManager.default.contentsOfDirectory(atPath: from.url.path).sorted().compactMap({ name in
            UUID(uuidString: name).flatMap { $0.uuidString == name ? $0 : nil }
        }) {
            switch AttachmentFolder.entry(at: from.file(uuid)) {
            case .nothing: continue
            case .file:
                let file = try OpenFile(path: from.file(uuid).path, followsLinks: false)
                try Self.write(FileByteSource(file), to: to.file(uuid))
            case let entry: omitted.append(entry.fault(of: uuid))
            }
        }
        return omitted
    }

    private func notWritable(_ url: URL) -> BackupError {
        BackupError(
            .notWritable, "\(url.path) cannot be created: \(String(cString: strerror(errno)))",
            remedy: "check the folder, its permissions and the free space on the disk")
    }

    private static func write(_ source: some ByteSource, to file: URL) throws {
        let sink = try FileByteSink(url: file)
        try ByteCopy.run(source, into: sink)
        try sink.finish()
    }

    /// Checks the copy and repairs what can be repaired.
    /// - Returns: the repairs, one line each.
    private func checkAndRepair(_ copy: URL) throws -> [String] {
        // SQLite takes an empty file for a new database.
        guard try FileByteSource(url: copy).size > 0 else { throw notABackup }
        // Backups of earlier versions are migrated.
        let database = try StoreMigration.$keepsCopy.withValue(false) {
            try HealthDatabase(url: copy, mode: .readWrite)
        }
        if try database.check().isHealthy { return [] }
        let repaired = try database.repair(acceptsChanges: false).repaired
        let report = try database.check()
        guard report.isHealthy else {
            throw BackupError(
                .unhealthy,
                "the backup \(backup.path) has faults that cannot be repaired: "
                    + report.findings.prefix(3).joined(separator: ", "),
                remedy: "use an earlier backup")
        }
        return repaired
    }

    private var notABackup: BackupError {
        BackupError(
            .notABackup, "\(backup.path) does not contain a store", remedy: "give a file that `health backup` created")
    }

    private func exists(_ file: URL) -> Bool {
        var facts = stat()
        return lstat(file.path, &facts) == 0
    }

    // MARK: - Replacing

    /// The suffixes of the files with pages that are not yet, or no longer, in the file of a store.
    private static let logs = ["-journal", "-wal"]
    /// The suffixes of the files of a store.
    private static let suffixes = ["", "-journal", "-wal", "-shm", ".attachments"]

    /// Renames the files of the previous store, and gives those of the new one their names.
    private func replace(with copy: URL) throws -> URL? {
        let target = store.resolvingSymlinksInPath()
        let style = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
        let aside = target.path + ".before-" + date.formatted(style)
        var moved: [(from: String, to: String)] = []
        func move(_ from: String, _ to: String) throws {
            var facts = stat()
            guard lstat(from, &facts) == 0 else { return }
            guard lstat(to, &facts) != 0, rename(from, to) == 0 else {
                let number = errno
                for (from, to) in moved.reversed() { rename(to, from) }
                throw BackupError(
                    .notWritable, "\(to) cannot be made: \(String(cString: strerror(number)))",
                    remedy: "check the folder and its permissions; the store is unchanged")
            }
            moved.append((from, to))
        }
        for suffix in Self.suffixes { try move(target.path + suffix, aside + suffix) }
        let hadStore = !moved.isEmpty
        for suffix in Self.suffixes.reversed() { try move(copy.path + suffix, target.path + suffix) }
        return hadStore ? URL(fileURLWithPath: aside) : nil
    }
}
