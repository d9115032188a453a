// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Checks of the file or folder that an export is to become.
enum ExportTarget {
    /// Whether an export of a name is an archive.
    static func isFile(_ url: URL) -> Bool {
        var status = stat()
        if stat(url.path, &status) == 0 {
            // Devices and pipes are written to.
            let kind = status.st_mode & S_IFMT
            if kind != S_IFREG, kind != S_IFDIR { return true }
        }
        return url.pathExtension.lowercased() == "zip"
    }

    /// Checks that an export can have a name.
    /// - Throws: an ``ExportError`` if there is a file or folder already that is not to be replaced.
    static func check(_ url: URL, replaces: Bool, isFolder: Bool) throws(ExportError) {
        var status = stat()
        guard lstat(url.path, &status) == 0 else { return }
        let kind = status.st_mode & S_IFMT
        // Devices and pipes are written to.
        if !isFolder, kind != S_IFREG, kind != S_IFDIR, kind != S_IFLNK { return }
        guard replaces else {
            throw ExportError(
                .exists, message: "\(url.path) exists already",
                remedy: "choose another name, or replace it with --force")
        }
        if isFolder {
            let isExport = FileManager.default.fileExists(
                atPath: url.appendingPathComponent(FolderOutput.manifestName).path)
            guard kind == S_IFDIR, isExport || isEmpty(url) else {
                throw notReplaceable(url, "a folder that an export created")
            }
        } else {
            guard kind == S_IFREG else { throw notReplaceable(url, "a file") }
        }
    }

    private static func isEmpty(_ url: URL) -> Bool {
        (try? FileManager.default.contentsOfDirectory(atPath: url.path))?.isEmpty ?? false
    }

    private static func notReplaceable(_ url: URL, _ expected: String) -> ExportError {
        ExportError(
            .notReplaceable, message: "\(url.path) is not \(expected), and is not replaced",
            remedy: "choose another name")
    }
}
