// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore
import Synchronization

/// The inputs that are stored.
package enum FuzzStoring: Sendable {
    /// Every input. The store is checked after each one that changes it.
    case each
    /// One of eight inputs. The store is checked when it is used up.
    case some

    private static let share: UInt64 = 8

    /// Returns whether an input is stored. The bytes alone decide.
    package func includes(_ bytes: [UInt8]) -> Bool {
        guard self == .some else { return true }
        var hash = ContentHash.empty
        bytes.withUnsafeBufferPointer { bytes in
            if let start = bytes.baseAddress { hash.combine(start, bytes.count) }
        }
        return hash.low.isMultiple(of: Self.share)
    }
}

/// A store in memory for inputs that are stored. It is replaced by an empty one before it is large.
package enum FuzzStore {
    /// An input of the fuzzer.
    package struct Input: Sendable {
        /// The bytes.
        package var bytes: [UInt8]
        /// Stores what was read, and returns whether the store has changed.
        package var store: @Sendable (HealthDatabase) throws -> Bool

        package init(bytes: [UInt8], store: @escaping @Sendable (HealthDatabase) throws -> Bool) {
            self.bytes = bytes
            self.store = store
        }
    }

    /// The store, and the inputs that it has stored.
    private struct State {
        var database: HealthDatabase?
        var inputs: [Input] = []
    }

    private static let state = Mutex(State())
    /// The number of inputs after which the store is replaced by an empty one.
    private static let maximumInputs = 100
    /// A store without samples, which is copied because creating the tables takes long.
    private static let template = Result { try HealthDatabase.inMemory() }

    /// Returns an empty store.
    package static func empty() throws -> HealthDatabase { try template.get().copyInMemory() }

    /// Stores an input if it is one of those that are stored. No error is expected.
    static func feed(_ input: Input, _ storing: FuzzStoring) {
        guard storing.includes(input.bytes) else { return }
        state.withLock { state in
            do {
                let database = try state.database ?? empty()
                state.database = database
                state.inputs.append(input)
                let isChanged = try input.store(database)
                let isUsedUp = state.inputs.count >= maximumInputs
                if isUsedUp || isChanged && storing == .each { try check(database, state.inputs) }
                if isUsedUp { state = State() }
            } catch {
                preconditionFailure("the store failed: \(error)")
            }
        }
    }

    /// Checks the store, and replaces it by an empty one.
    static func checkStored() {
        state.withLock { state in
            do {
                if let database = state.database { try check(database, state.inputs) }
                state = State()
            } catch {
                preconditionFailure("the store failed: \(error)")
            }
        }
    }

    private static func check(_ database: HealthDatabase, _ inputs: [Input]) throws {
        let findings = try database.check().findings
        if findings.isEmpty { return }
        let blame = try blame(inputs)
        FileHandle.standardError.write(Data((blame.text + "\n").utf8))
        preconditionFailure("what was stored breaks the store: \(blame.findings.isEmpty ? findings : blame.findings)")
    }

    // MARK: Blame

    /// The inputs that break a store.
    package struct Blame {
        /// The inputs, in their order: a single one if it breaks an empty store.
        package var inputs: [[UInt8]]
        /// The findings of the check; empty if the inputs break no store when they are stored again.
        package var findings: [String]

        /// The inputs in Base64, one a line, each of which `base64 -d` converts to a file.
        var text: String {
            let title =
                inputs.count == 1
                ? "This input breaks the store"
                : "The last of these \(inputs.count) inputs breaks the store after the others"
            return ([title + " (Base64):"] + inputs.map { Data($0).base64EncodedString() }).joined(separator: "\n")
        }
    }

    /// Finds the input that breaks a store, by storing the inputs one after the other in an empty one.
    package static func blame(_ inputs: [Input]) throws -> Blame {
        let database = try empty()
        for (index, input) in inputs.enumerated() {
            _ = try input.store(database)
            let findings = try database.check().findings
            if findings.isEmpty { continue }
            let alone = try empty()
            _ = try input.store(alone)
            let own = try alone.check().findings
            if !own.isEmpty { return Blame(inputs: [input.bytes], findings: own) }
            return Blame(inputs: inputs[...index].map(\.bytes), findings: findings)
        }
        return Blame(inputs: inputs.map(\.bytes), findings: [])
    }
}
