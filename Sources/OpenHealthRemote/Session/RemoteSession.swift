// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthSession

/// An app's view of the health data of a daemon.
///
/// Each question is a request to the daemon, which looks up the permissions of that moment and answers as a session with a
/// database of this machine would. Errors are those that HealthKit gives; where nobody answers, it is
/// `errorDatabaseInaccessible`, as on a phone that is locked.
package final class RemoteSession: HealthSession {
    package let app: AppIdentity
    package let clock: @Sendable () -> Date
    let connection: DaemonConnection
    let follower: ChangeFollower
    let unsent: UnsentQueue
    private let intercept: (@Sendable (AppOperation) throws -> Void)?

    /// Begins to speak for the app that the daemon gave a token to. It waits for nobody.
    /// - Throws: an `HKError` where the certificates that are to be trusted cannot be read.
    package init(
        _ address: DaemonAddress, _ options: RemoteOptions, app: AppIdentity,
        clock: @escaping @Sendable () -> Date, intercept: (@Sendable (AppOperation) throws -> Void)? = nil
    ) throws {
        self.app = app
        self.clock = clock
        self.intercept = intercept
        let connection = DaemonConnection(address, try .trusting(options.certificateAuthority))
        let folder = options.unsentFolder ?? UnsentFolder.usual(address, app: app.identifier)
        let unsent = UnsentQueue(
            connection,
            UnsentFolder(folder, most: options.mostUnsent, mostBytes: options.mostUnsentBytes),
            onRefusal: options.onRefusal)
        self.connection = connection
        self.unsent = unsent
        follower = ChangeFollower(connection) { unsent.wake() }
        follower.start()
        unsent.wake()
    }

    /// The daemon checks dates itself.
    package var earliestPermittedSampleDate: Date { .distantPast }

    // MARK: Asking

    /// Sends a request, and reads the answer.
    /// - Throws: an `HKError`, or `CancellationError` if the task is cancelled.
    func ask<Value>(
        as operation: AppOperation = .read, _ request: DaemonRequest, _ read: (DaemonAnswer) async throws -> Value
    ) async throws -> Value {
        try await healthKitErrors {
            try intercept?(operation)
            return try await connection.ask(request, read)
        }
    }

    /// Sends a request, and reads the JSON of the answer.
    /// - Throws: an `HKError`, or `CancellationError` if the task is cancelled.
    func json<Value>(
        as operation: AppOperation = .read, _ request: DaemonRequest, _ read: (JSONReader) throws(Problem) -> Value
    ) async throws -> Value {
        try await ask(as: operation, request) { try read(try await $0.json()) }
    }

    /// Sends a request without an answer.
    /// - Throws: an `HKError`, or `CancellationError` if the task is cancelled.
    func tell(as operation: AppOperation, _ request: DaemonRequest) async throws {
        try await ask(as: operation, request) { _ in }
    }

    /// Runs a closure; errors become those of HealthKit.
    func healthKitErrors<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as HKError {
            throw error
        } catch let error as CancellationError {
            throw error
        } catch {
            throw DaemonFailure(error).error(connection.address)
        }
    }

    /// Makes sure that some operation is allowed by whoever watches over this app.
    func begin(_ operation: AppOperation) throws { try intercept?(operation) }

    /// Returns a question to send, unless one of its predicates is code.
    /// - Parameters:
    ///   - json: the question.
    ///   - predicates: the predicates in it.
    /// - Throws: an `HKError`, `errorInvalidArgument` if the question cannot be sent or the daemon would refuse it.
    static func sendable(
        _ json: @autoclosure () -> JSONValue?, _ predicates: some Sequence<PredicateNode>
    ) throws -> JSONValue {
        for predicate in predicates { try predicate.check() }
        guard let json = json() else {
            throw HKError(
                .errorInvalidArgument,
                "A predicate that is code cannot be sent to a health daemon. Use one made of comparisons.")
        }
        return json
    }
}

extension JSONReader {
    /// The elements of the list under a key.
    func list<Value>(_ key: String, _ read: (JSONReader) throws(Problem) -> Value) throws(Problem) -> [Value] {
        var values: [Value] = []
        for element in try required(key).array() { values.append(try read(element)) }
        return values
    }
}
