// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import Synchronization

extension AppSession {
    /// Reads from the store, and adds notes of the result to the access log.
    /// - Parameter notes: Returns the notes for the result.
    func read<T>(noting notes: (T) -> [AccessNote], _ body: (Database) throws -> T) throws -> T {
        let result = try read(body)
        note(notes(result))
        return result
    }

    /// Adds notes of the app's reads to the access log.
    package func note(_ notes: [AccessNote]) {
        guard !notes.isEmpty else { return }
        AccessRecorder.current?.add(notes)
        database.noteAccess(notes, app: app.identifier, action: readAction, at: clock())
    }
}

/// A recorder of the access notes of an operation, with which a repeated answer can be logged again.
package final class AccessRecorder: Sendable {
    @TaskLocal package static var current: AccessRecorder?
    private let state = Mutex<[AccessNote]>([])

    package init() {}

    /// The notes.
    package var notes: [AccessNote] { state.withLock { $0 } }

    func add(_ notes: [AccessNote]) { state.withLock { $0 += notes } }
}
