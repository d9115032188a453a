// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import Synchronization

/// The files from which the pages are created.
final class WebSite: Sendable {
    /// The files in development; nil if those of the program are used.
    private let developed: DevelopedFiles?
    /// Whether Chart.js was installed at the start.
    let hasCharts: Bool

    /// The files of the program, which do not change while it runs. A process reads them once, for its first page: many servers
    /// end without one.
    private static let program = Result { try WebFiles(folder: WebFolder.find()) }

    /// - Parameters:
    ///   - folder: the folder with the files in development; nil for those of the program.
    /// - Throws: a ``WebFilesError`` if a file of the folder is missing or invalid, or the program has no files.
    init(folder: URL?, logger: Logger) throws {
        developed = try folder.map { try DevelopedFiles(folder: $0, logger: logger) }
        hasCharts =
            try developed?.files.hasCharts
            ?? (ChartLibrary.read(from: ChartLibrary.places(beside: WebFolder.find())) != nil)
    }

    /// The current files.
    /// - Throws: a ``WebFilesError`` if a file of the program is invalid.
    var files: WebFiles {
        get throws { try developed?.files ?? Self.program.get() }
    }

    /// Whether browsers may keep the files.
    var isLasting: Bool { developed == nil }
}

/// The files of a folder, which are read again when one of them has changed.
private final class DevelopedFiles: Sendable {
    private let folder: URL
    private let state: Mutex<State>
    private let logger: Logger

    private struct State {
        var files: WebFiles
        /// The listing of the folder when the files were read.
        var look: String
    }

    init(folder: URL, logger: Logger) throws {
        self.folder = folder
        self.logger = logger
        let look = Self.look(folder)
        state = Mutex(State(files: try WebFiles(folder: folder), look: look))
    }

    /// The current files. If they are invalid for a moment, the last valid ones are used.
    var files: WebFiles {
        let look = Self.look(folder)
        return state.withLock { state in
            guard state.look != look else { return state.files }
            state.look = look
            do {
                state.files = try WebFiles(folder: folder, isPacked: false)
            } catch {
                logger.error("the files of the pages are not valid", metadata: ["error": "\(error)"])
            }
            return state.files
        }
    }

    /// Returns the names, sizes and dates of all files of a folder.
    private static func look(_ folder: URL) -> String {
        let keys: [URLResourceKey] = [.contentModificationDateKey, .fileSizeKey]
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: keys)
        var lines: [String] = []
        while let file = files?.nextObject() as? URL {
            let values = try? file.resourceValues(forKeys: Set(keys))
            let date = values?.contentModificationDate?.timeIntervalSince1970 ?? 0
            lines.append("\(file.path) \(values?.fileSize ?? 0) \(date)")
        }
        return lines.sorted().joined(separator: "\n")
    }
}
