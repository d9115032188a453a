// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The exports of accounts: archives, or folders into which they were unpacked.
enum AccountExports: ImportFormat {
    /// The accounts in the order in which they are tried.
    private static let all: [any ActivityAccount.Type] = [GarminAccount.self, StravaAccount.self]

    /// The number of bytes by which a document is recognised. Names of columns in other scripts can have more than 8 KiB.
    private static let headSize = 64 << 10
    /// The number of files that are looked into.
    private static let maximumLooks = 500

    static func open(_ input: ImportInput) throws -> (any ImportReader)? {
        guard let files = try files(input) else { return nil }
        guard let account = account(files) else { return nil }
        return ActivityFilesReader(files, isStrict: input.options.strict, call: input.call, account: account)
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

    private static func account(_ files: FileQueue) -> (any ActivityAccount)? {
        for account in all {
            var (rest, looks) = (files, 0)
            while let file = rest.next(), looks < maximumLooks {
                guard account.isMarker(file.path) else { continue }
                looks += 1
                if matches(file, account) { return account.init() }
            }
        }
        return nil
    }

    /// Returns whether a file is one of those that tell that an input is the export of an account.
    static func isMarker(_ file: FileQueue.File) -> Bool {
        all.contains { $0.isMarker(file.path) && matches(file, $0) }
    }

    private static func matches(_ file: FileQueue.File, _ account: any ActivityAccount.Type) -> Bool {
        guard var source = try? file.open(), let head = try? FileContent.head(&source, size: headSize) else {
            return false
        }
        return head.withUnsafeBytes { account.matches($0, file.path) }
    }
}
