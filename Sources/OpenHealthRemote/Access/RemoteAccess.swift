// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthSession

/// An app's view of the health data of a server.
///
/// Each query is a request to the server, which looks up the permissions of that moment and responds as an access to a database of
/// this machine would. Errors are those of HealthKit; if the server does not answer, the error is `errorDatabaseInaccessible`, as
/// on a phone that is locked.
package final class RemoteAccess: HealthAccess {
    package let app: AppIdentity
    package let clock: @Sendable () -> Date
    let connection: DaemonConnection
    let follower: ChangeFollower
    let unsent: UnsentQueue
    private let intercept: (@Sendable (AppOperation) throws -> Void)?

    /// Creates the access of the app with a token. Does not wait for the server.
    /// - Parameters:
    ///   - clock: The clock of dates.
    ///   - steadyClock: The clock of pauses between attempts.
    /// - Throws: an `HKError` if the trusted certificates cannot be read.
    package init(
        _ address: DaemonAddress, _ options: RemoteOptions, app: AppIdentity,
        clock: @escaping @Sendable () -> Date, steadyClock: any Clock<Duration> = ContinuousClock(),
        intercept: (@Sendable (AppOperation) throws -> Void)? = nil
    ) throws {
        self.app = app
        self.clock = clock
        self.intercept = intercept
        let connection = DaemonConnection(address, try .shared(options))
        let steadyClock = AnyClock(steadyClock)
        let folder = options.unsentFolder ?? UnsentFolder.usual(address, app: app.identifier)
        let unsent = UnsentQueue(
            connection,
            UnsentFolder(folder, most: options.maximumUnsent, maximumBytes: options.maximumUnsentBytes),
            clock: steadyClock, onRefusal: options.onRefusal)
        self.connection = connection
        self.unsent = unsent
        follower = ChangeFollower(connection, clock: steadyClock) { unsent.wake() }
        follower.start()
        unsent.wake()
    }

    /// The server checks dates itself.
    package var earliestPermittedSampleDate: Date { .distantPast }

    // MARK: Requests

    /// Sends a request, and reads the response.
    /// - Throws: an `HKError`, or `CancellationError` if the task is cancelled.
    func ask<Value>(
        as operation: AppOperation = .read, _ request: DaemonRequest, _ read: (DaemonResponse) async throws -> Value
    ) async throws -> Value {
        try await healthKitErrors {
            try intercept?(operation)
            return try await connection.ask(request, read)
        }
    }

    /// Sends a request to an endpoint.
    /// - Parameters:
    ///   - parts: the values of the variable parts of the path.
    ///   - isRepeatable: whether the request may be sent again without repeating its effect.
    /// - Throws: an `HKError`, or `CancellationError` if the task is cancelled.
    func call<Input, Output>(
        as operation: AppOperation = .read, _ endpoint: Endpoint<Input, Output>, _ input: Input,
        path parts: [String: String] = [:], query: [(name: String, value: String)] = [], isRepeatable: Bool = true
    ) async throws -> Output {
        var request = try DaemonRequest(endpoint, input, path: parts, query: query)
        request.isRepeatable = isRepeatable
        return try await call(as: operation, endpoint, request)
    }

    /// Sends a request without a body to an endpoint.
    /// - Throws: an `HKError`, or `CancellationError` if the task is cancelled.
    func call<Output>(
        as operation: AppOperation = .read, _ endpoint: Endpoint<Void, Output>, path parts: [String: String] = [:],
        query: [(name: String, value: String)] = [], isRepeatable: Bool = true
    ) async throws -> Output {
        try await call(as: operation, endpoint, (), path: parts, query: query, isRepeatable: isRepeatable)
    }

    /// Sends a request to an endpoint, and reads the response.
    func call<Input, Output>(
        as operation: AppOperation, _ endpoint: Endpoint<Input, Output>, _ request: DaemonRequest
    ) async throws -> Output {
        try await ask(as: operation, request) { response in
            try endpoint.response.decode(Output.self == Void.self ? JSONReader(.null) : try await response.json())
        }
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

    /// Waits until no change waits to be sent.
    package func settled() async { await unsent.settled() }

    /// Calls the interceptor of this app's operations, which throws if the operation is not allowed.
    func begin(_ operation: AppOperation) throws { try intercept?(operation) }

    /// Checks predicates before they are sent.
    /// - Throws: an `HKError`, `errorInvalidArgument` if the server would refuse one.
    static func check(_ predicates: some Sequence<PredicateNode>) throws {
        for predicate in predicates { try predicate.check() }
    }
}

extension RemoteAccess {
    package func sharePermission(for type: HKObjectType) async throws -> AppPermission.Share {
        switch try await call(AuthorizationRoutes.status, query: [("type", type.identifier)]).status {
        case .sharingAuthorized: .authorized
        case .sharingDenied: .denied
        case .notDetermined: .notDetermined
        }
    }

    package func unanswered(_ request: AuthorizationRequest) async throws -> AuthorizationRequest {
        let isOpen = try await call(
            AuthorizationRoutes.requestStatus, TypeLists(share: request.share, read: request.read))
        // An app does not learn which of the types are open.
        return isOpen ? request : AuthorizationRequest(app: request.app, share: [], read: [])
    }

    package func earliestAuthorizedSampleDates(for types: Set<HKObjectType>) async throws -> [HKObjectType: Date] {
        try await call(AuthorizationRoutes.dates, types)
    }

    package func ask(_ request: AuthorizationRequest) async throws -> (any SubmittedAuthorizationRequest)? {
        try await ask(.types(TypeLists(share: request.share, read: request.read)))
    }

    package func askForObjects(of type: HKObjectType, predicate: PredicateNode) async throws -> (
        any SubmittedAuthorizationRequest
    )? {
        try Self.check([predicate])
        return try await ask(.objects(of: type, predicate))
    }

    private func ask(_ wanted: NewAuthorizationRequestJSON) async throws -> RemoteAuthorizationRequest {
        let request = try await call(as: .settings, AuthorizationRoutes.request, wanted, isRepeatable: false)
        guard let page = URL(string: request.url) else {
            throw HKError(.errorInvalidArgument, "The health server's response has no valid address.")
        }
        return RemoteAuthorizationRequest(self, id: request.id, page: page)
    }

    // Only the person can answer, on the server's page.

    package func note(_ request: AuthorizationRequest) async throws {}
    package func record(_ decision: AuthorizationDecision) async throws {}
    package func objectCandidates(of type: HKObjectType, predicate: PredicateNode) async throws -> [ObjectCandidate] {
        []
    }
    package func record(allowed: Set<UUID>, among asked: Set<UUID>, of type: HKObjectType) async throws {}
}

/// A request that the person answers on a page of the server.
private struct RemoteAuthorizationRequest: SubmittedAuthorizationRequest {
    private let access: RemoteAccess
    private let id: UUID
    let page: URL

    /// The time for which one request to the server waits, in seconds.
    private static let patience = 20

    init(_ access: RemoteAccess, id: UUID, page: URL) {
        (self.access, self.id, self.page) = (access, id, page)
    }

    func wait() async throws -> Bool {
        try await !access.call(
            AuthorizationRoutes.show, path: ["id": id.uuidString], query: [("wait", String(Self.patience))]
        ).isPending
    }
}
