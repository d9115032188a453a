// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The location of the files of the pages.
enum WebFolder {
    /// The name of the folder in the package's resources.
    static let name = "Web"

    /// The name that the package manager gives the resources of this module.
    private static let resources = "open-health-kit_" + #fileID.prefix { $0 != "/" }

    /// Returns the possible locations, best first: beside the program, as the package manager puts resources, and in the systems'
    /// folder for shared data of programs.
    static func candidates(executable: URL?) -> [URL] {
        guard let folder = executable?.resolvingSymlinksInPath().deletingLastPathComponent() else { return [] }
        return ["\(resources).resources/\(name)", "\(resources).bundle/\(name)"].map { folder.appending(path: $0) }
            + [folder.deletingLastPathComponent().appending(path: "share/openhealthkit/web")]
    }

    /// Returns the folder with the files.
    /// - Throws: a ``WebFilesError`` if there is no such folder.
    static func find(executable: URL? = Bundle.main.executableURL) throws(WebFilesError) -> URL {
        let candidates = candidates(executable: executable)
        for folder in candidates where FileManager.default.fileExists(atPath: folder.appending(path: "templates").path)
        {
            return folder
        }
        throw WebFilesError(
            candidates.last?.path ?? "../share/openhealthkit/web", "they are in none of the expected places")
    }
}

/// The error of files of the web pages that are missing or invalid.
public struct WebFilesError: Error, Sendable, CustomStringConvertible {
    /// The path of the file or folder.
    public let path: String
    /// The reason.
    public let reason: String

    init(_ path: String, _ reason: String) {
        self.path = path
        self.reason = reason
    }

    /// The problem and its remedy.
    public var description: String {
        "cannot use the files of the web app at \(path): \(reason); install them there (health serve can take another folder: --web)"
    }
}

extension WebFilesError: ReportableError {}
