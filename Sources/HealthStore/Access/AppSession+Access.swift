// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HealthModel
import Synchronization

extension AppSession {
    /// Reads, and notes in the access log what the app gets.
    /// - Parameter notes: makes notes of what was read.
    func read<T>(noting notes: (T) -> [AccessNote], _ body: (Database) throws -> T) throws -> T {
        let result = try read(body)
        note(notes(result))
        return result
    }

    /// Notes in the access log what the app has read.
    package func note(_ notes: [AccessNote]) {
        guard !notes.isEmpty else { return }
        AccessRecorder.current?.add(notes)
        database.noteAccess(notes, app: app.identifier, action: readAction, at: clock())
    }
}

/// Hears of the notes that are made while something is done, so that an answer that is given again can be noted again.
package final class AccessRecorder: Sendable {
    @TaskLocal package static var current: AccessRecorder?
    private let state = Mutex<[AccessNote]>([])

    package init() {}

    /// The notes.
    package var notes: [AccessNote] { state.withLock { $0 } }

    func add(_ notes: [AccessNote]) { state.withLock { $0 += notes } }
}
