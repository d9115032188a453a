// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthCommandLine

/// Folders that contain far more than an export, such as `/`. Searching one for an export reads all files of the computer.
enum WideFolder {
    /// Asks for confirmation of such a folder.
    /// - Throws: A ``ToolError`` if the person declines, or if there is no terminal to ask on.
    static func confirm(_ url: URL) throws {
        guard let name = name(of: url) else { return }
        let remedy = "name the export itself, such as \(url.appendingPathComponent("export.zip").path)"
        guard Prompt.canBeAsked else {
            throw ToolError(
                .badArgument, "\(url.path) is \(name), and looking for an export would read all files in it",
                remedy: remedy)
        }
        guard Prompt.yes("\(url.path) is \(name). Read all files in it to look for an export?") else {
            throw ToolError(.declined, "nothing was imported", remedy: remedy)
        }
    }

    /// Returns the description of such a folder, or `nil` for other folders and for files.
    static func name(
        of url: URL, home: String = ProcessInfo.processInfo.environment["HOME"] ?? NSHomeDirectory()
    ) -> String? {
        let path = url.resolvingSymlinksInPath().standardizedFileURL.path
        guard isFolder(path) else { return nil }
        if path == "/" { return "the root of all files" }
        let homePath = URL(fileURLWithPath: home).resolvingSymlinksInPath().standardizedFileURL.path
        if homePath.hasPrefix(path + "/") { return "a folder above your home folder" }
        if isMountPoint(path), !hasExport(path) { return "a whole disk" }
        return nil
    }

    private static func isFolder(_ path: String) -> Bool {
        var isDirectory: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory.boolValue
    }

    /// Returns whether a folder is a mount point.
    private static func isMountPoint(_ path: String) -> Bool {
        var (folder, parent) = (stat(), stat())
        guard stat(path, &folder) == 0, stat(path + "/..", &parent) == 0 else { return false }
        return folder.st_dev != parent.st_dev
    }

    /// Returns whether a folder directly contains an export, as in a container that mounts it.
    private static func hasExport(_ path: String) -> Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.contains { $0 == "apple_health_export" || $0.lowercased().hasSuffix(".xml") }
    }
}
