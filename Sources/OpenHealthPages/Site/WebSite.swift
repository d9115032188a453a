// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import Synchronization

/// The files from which the pages are created.
final class WebSite: Sendable {
    /// The folder that is checked for each page; nil if the files are those of the start.
    private let folder: URL?
    private let state: Mutex<State>
    private let logger: Logger

    /// The files of the program, which do not change while it runs; a process with several servers reads them once.
    private static let program = Result { try WebFiles(folder: WebFolder.find()) }

    private struct State {
        var files: WebFiles
        /// The listing of the folder when the files were read.
        var look: String
    }

    /// - Parameters:
    ///   - folder: the folder with the files in development; nil for those of the program.
    /// - Throws: a ``WebFilesError``.
    init(folder: URL?, logger: Logger) throws {
        self.folder = folder
        self.logger = logger
        let look = folder.map(Self.look) ?? ""
        state = Mutex(State(files: try folder.map { try WebFiles(folder: $0) } ?? Self.program.get(), look: look))
    }

    /// The current files. If files in development are invalid for a moment, the last valid ones are used.
    var files: WebFiles {
        guard let folder else { return state.withLock(\.files) }
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

    /// Whether browsers may keep the files.
    var isLasting: Bool { folder == nil }

    /// Whether there are charts.
    var hasCharts: Bool { files.hasCharts }

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
