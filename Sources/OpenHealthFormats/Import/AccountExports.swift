// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The files of an account, or those that belong to none.
struct ImportPart {
    let account: (any ActivityAccount)?
    var files: [FileQueue.File]
    /// The identity of the owner of the account; nil if the export does not state it.
    var owner: String?
}

/// The exports of accounts: archives, or folders into which one or several were unpacked.
enum AccountExports: ImportFormat {
    /// The accounts in the order in which they are tried.
    private static let all: [any ActivityAccount.Type] = [GarminAccount.self, StravaAccount.self]

    /// The number of bytes by which a document is recognised. Names of columns in other scripts can have more than 8 KiB.
    private static let headSize = 64 << 10
    /// The number of files that are looked into.
    private static let maximumLooks = 500

    static func open(_ input: ImportInput) throws -> (any ImportReader)? {
        guard let files = try files(input), let parts = parts(of: files) else { return nil }
        return ActivityFilesReader(files, isStrict: input.options.strict, call: input.call, parts: parts)
    }

    /// Returns an account by the name of its format.
    static func account(named name: String) -> (any ActivityAccount)? {
        all.first { $0.name == name }.map { $0.init() }
    }

    /// Returns the files of a folder or archive; nil for other inputs.
    private static func files(_ input: ImportInput) throws -> FileQueue? {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: input.url.path, isDirectory: &isFolder) else { return nil }
        if !isFolder.boolValue {
            var source: any ByteSource = try FileByteSource(url: input.url)
            guard try FileContent.isArchive(FileContent.head(&source)) else { return nil }
        }
        return try FileQueue(input.url, isPartial: input.options.partial)
    }

    /// Returns the files of each account in a folder or archive, and after them those of none; nil if there is no account.
    private static func parts(of files: FileQueue) -> [ImportPart]? {
        var parts: [ImportPart] = []
        // The indices of the parts by the folders of their exports.
        var partsOf: [String: [Int]] = [:]
        for account in all {
            let folders = folders(of: account, in: files)
            let exports =
                account.isOneInInput ? byOwner(folders, account, files) : folders.map { (owner: nil, folders: [$0]) }
            for export in exports where !export.folders.isEmpty {
                parts.append(ImportPart(account: account.init(), files: [], owner: export.owner))
                for folder in export.folders { partsOf[folder, default: []].append(parts.count - 1) }
            }
        }
        guard parts.count > 1 else {
            // Also originals in other folders than that of the documents belong to the only account.
            if parts.isEmpty { return nil }
            parts[0].files = files.remaining
            return parts
        }
        // Files outside of the folders of accounts can be from the devices of an account. It must be the only one in the input whose
        // exports are one account.
        let wholes = parts.indices.filter { parts[$0].account.map { type(of: $0).isOneInInput } ?? false }
        let whole = wholes.count == 1 ? wholes[0] : nil
        var others: [FileQueue.File] = []
        for file in files.remaining {
            if let index = part(of: file.path, partsOf, parts) ?? whole {
                parts[index].files.append(file)
            } else {
                others.append(file)
            }
        }
        return others.isEmpty ? parts : parts + [ImportPart(account: nil, files: others)]
    }

    /// Returns the index of the part of a file: that of the innermost folder of an export around it.
    private static func part(of path: String, _ partsOf: [String: [Int]], _ parts: [ImportPart]) -> Int? {
        var folders = path.split(separator: "/").dropLast()
        while true {
            if let indices = partsOf[folders.joined(separator: "/")] {
                return indices.first { parts[$0].account?.role(of: path) == .document } ?? indices.last
            }
            if folders.popLast() == nil { return nil }
        }
    }

    /// Returns the folders of the exports of an account with a service, in their order.
    private static func folders(of account: any ActivityAccount.Type, in files: FileQueue) -> [String] {
        var folders: [String] = []
        var (rest, looks) = (files, 0)
        while let file = rest.next(), looks < maximumLooks {
            guard account.isMarker(file.path) else { continue }
            let folder = account.folder(of: file.path)
            guard !folders.contains(folder) else { continue }
            looks += 1
            if matches(file, file.path, account) { folders.append(folder) }
        }
        return folders
    }

    /// Returns the folders of the exports of an account, together for each owner. A folder that does not state its owner is that of the owner with the
    /// nearest folder.
    private static func byOwner(
        _ folders: [String], _ account: any ActivityAccount.Type, _ files: FileQueue
    ) -> [(owner: String?, folders: [String])] {
        var ownerOf: [String: String] = [:]
        var (rest, looks) = (files, 0)
        while let file = rest.next(), looks < maximumLooks {
            guard account.statesOwner(file.path) else { continue }
            let folder = account.folder(of: file.path)
            guard ownerOf[folder] == nil else { continue }
            looks += 1
            guard var source = try? file.open(), let head = try? FileContent.head(&source, size: headSize) else {
                continue
            }
            ownerOf[folder] = head.withUnsafeBytes { account.owner($0, file.path) }
        }
        var owners: [String] = []
        for owner in folders.compactMap({ ownerOf[$0] }) where !owners.contains(owner) { owners.append(owner) }
        guard owners.count > 1 else { return [(owners.first, folders)] }
        let known = folders.filter { ownerOf[$0] != nil }
        func nearest(_ folder: String) -> String? {
            let common = known.map { other in
                zip(other.split(separator: "/"), folder.split(separator: "/")).prefix { $0 == $1 }.count
            }
            guard let most = common.max(), let index = common.firstIndex(of: most) else { return nil }
            return ownerOf[known[index]]
        }
        return owners.map { owner in (owner, folders.filter { (ownerOf[$0] ?? nearest($0)) == owner }) }
    }

    /// Returns whether a file in an archive is one of those that tell that the archive is the export of an account.
    static func isMarker(_ file: FileQueue.File) -> Bool {
        let path = file.pathInArchive
        return all.contains { $0.isMarker(path) && matches(file, path, $0) }
    }

    private static func matches(
        _ file: FileQueue.File, _ path: String, _ account: any ActivityAccount.Type
    ) -> Bool {
        guard var source = try? file.open(), let head = try? FileContent.head(&source, size: headSize) else {
            return false
        }
        return head.withUnsafeBytes { account.matches($0, path) }
    }
}
