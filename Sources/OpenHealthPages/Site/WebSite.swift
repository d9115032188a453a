// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import Synchronization

/// The files from which the pages are created.
final class WebSite: Sendable {
    /// The folder that is checked for each page; nil if the files are those of the start.
    private let folder: URL?
    /// The files of the folder; nil for those of the start.
    private let state: Mutex<State?>
    private let logger: Logger

    /// The files of the program, which do not change while it runs. A process reads them once, for its first page: many servers
    /// end without one.
    private static let program = Result { try WebFiles(folder: WebFolder.find()) }

    private struct State {
        var files: WebFiles
        /// The listing of the folder when the files were read.
        var look: String
    }

    /// - Parameters:
    ///   - folder: the folder with the files in development; nil for those of the program.
    /// - Throws: a ``WebFilesError`` if a file of the folder is missing or invalid, or the program has no files.
    init(folder: URL?, logger: Logger) throws {
        self.folder = folder
        self.logger = logger
        if let folder {
            state = Mutex(State(files: try WebFiles(folder: folder), look: Self.look(folder)))
            hasCharts = state.withLock { $0?.files.hasCharts ?? false }
        } else {
            state = Mutex(nil)
            hasCharts = ChartLibrary.read(from: ChartLibrary.places(beside: try WebFolder.find())) != nil
        }
    }

    /// The current files. If files in development are invalid for a moment, the last valid ones are used.
    /// - Throws: a ``WebFilesError`` if a file of the program is invalid.
    var files: WebFiles {
        get throws {
            guard let folder else { return try Self.program.get() }
            let look = Self.look(folder)
            return try state.withLock { state in
                guard let known = state, known.look == look else {
                    do {
                        let files = try WebFiles(folder: folder, isPacked: false)
                        state = State(files: files, look: look)
                        return files
                    } catch {
                        logger.error("the files of the pages are not valid", metadata: ["error": "\(error)"])
                        guard let last = state?.files else { throw error }
                        state?.look = look
                        return last
                    }
                }
                return known.files
            }
        }
    }

    /// Whether browsers may keep the files.
    var isLasting: Bool { folder == nil }

    /// Whether Chart.js was installed at the start.
    let hasCharts: Bool

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
