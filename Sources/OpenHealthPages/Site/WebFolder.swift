// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where the files of the pages are.
enum WebFolder {
    /// The name of the folder in the package's resources.
    static let name = "Web"

    /// The name that the package manager gives the resources of this module.
    private static let resources = "open-health-kit_" + #fileID.prefix { $0 != "/" }

    /// The places to look at, best first: beside the program, as the package manager puts resources, and where systems
    /// keep what programs share.
    static func candidates(executable: URL?) -> [URL] {
        guard let folder = executable?.resolvingSymlinksInPath().deletingLastPathComponent() else { return [] }
        return ["\(resources).resources/\(name)", "\(resources).bundle/\(name)"].map { folder.appending(path: $0) }
            + [folder.deletingLastPathComponent().appending(path: "share/openhealthkit/web")]
    }

    /// The folder with the files.
    /// - Throws: a ``WebFilesError`` where there is none.
    static func find(executable: URL? = Bundle.main.executableURL) throws(WebFilesError) -> URL {
        let candidates = candidates(executable: executable)
        for folder in candidates where FileManager.default.fileExists(atPath: folder.appending(path: "templates").path)
        {
            return folder
        }
        throw WebFilesError(
            candidates.last?.path ?? "../share/openhealthkit/web", "they are in none of the places where they belong")
    }
}
