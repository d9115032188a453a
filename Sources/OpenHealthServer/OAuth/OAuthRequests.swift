// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import Synchronization

/// A request of a client of OAuth that waits for the owner.
package struct OAuthRequest: Sendable {
    /// The recipient of the response.
    package enum Recipient: Sendable {
        /// The client at a redirect URI, with its state and the challenge of PKCE.
        case address(String, state: String?, challenge: String)
        /// A device that shows the code, and asks with a device code of this SHA-256.
        case device(userCode: String, hash: Data)
    }

    package let id = UUID()
    package let client: OAuthClient
    package let scope: OAuthScope
    package let recipient: Recipient
    let created: Date
}

/// An authorization code that a client can exchange.
struct OAuthCode: Sendable {
    let app: String
    let redirect: String
    let challenge: String
    let scope: OAuthScope
    let created: Date
}

/// The requests and codes of clients that are in progress. They are kept in memory: none is valid for more than ten minutes, and requests
/// of clients that the owner has not allowed write nothing to the store.
package final class OAuthRequests: Sendable {
    /// The time for which a request waits, in seconds.
    static let lifetime = 600.0
    /// The time for which an authorization code is valid, in seconds.
    static let codeSeconds = 60.0
    /// The minimum time between two requests of a device, in seconds.
    static let interval = 5
    /// The maximum numbers of requests and of codes. Beyond them, the oldest are removed.
    private static let most = 2000

    /// The result of a device's request for its tokens.
    enum DeviceOutcome: Sendable {
        case pending, tooFast, denied, unknown
        case granted(OAuthScope)
    }

    private struct Device {
        let app: String
        let scope: OAuthScope
        let created: Date
        var asked: Date?
        /// The owner's decision; nil if there is none.
        var isGranted: Bool?
    }

    private struct Code {
        let code: OAuthCode
        var isTaken = false
        /// Whether the code was sent again while it was exchanged.
        var isReused = false
    }

    private struct State {
        var requests: [UUID: OAuthRequest] = [:]
        var codes: [Data: Code] = [:]
        var devices: [Data: Device] = [:]
    }

    private let state = Mutex(State())
    private let clock: @Sendable () -> Date

    init(clock: @escaping @Sendable () -> Date) {
        self.clock = clock
    }

    // MARK: - Requests

    /// Adds a request.
    func add(_ request: OAuthRequest) {
        let now = clock()
        state.withLock { state in
            Self.clean(&state, now)
            state.requests[request.id] = request
            if case .device(_, let hash) = request.recipient {
                state.devices[hash] = Device(
                    app: request.client.identifier, scope: request.scope, created: request.created)
            }
        }
    }

    /// Removes what has expired, and the oldest of what is left.
    private static func clean(_ state: inout State, _ now: Date) {
        func isOver(_ date: Date) -> Bool { now.timeIntervalSince(date).magnitude >= lifetime }
        state.requests = state.requests.filter { !isOver($0.value.created) }
        state.codes = state.codes.filter { !isOver($0.value.code.created) }
        state.devices = state.devices.filter { !isOver($0.value.created) }
        if state.requests.count >= most, let oldest = state.requests.values.min(by: { $0.created < $1.created }) {
            state.requests[oldest.id] = nil
        }
        if state.codes.count >= most,
            let oldest = state.codes.min(by: { $0.value.code.created < $1.value.code.created })
        {
            state.codes[oldest.key] = nil
        }
        if state.devices.count >= most, let oldest = state.devices.min(by: { $0.value.created < $1.value.created }) {
            state.devices[oldest.key] = nil
        }
    }

    private func isCurrent(_ request: OAuthRequest) -> Bool {
        clock().timeIntervalSince(request.created).magnitude < Self.lifetime
    }

    /// Returns a request that waits, or nil if there is none.
    package func request(_ id: UUID) -> OAuthRequest? {
        state.withLock { $0.requests[id] }.flatMap { isCurrent($0) ? $0 : nil }
    }

    /// Returns the request of the device that shows a code, in any case, with or without a hyphen and spaces.
    package func request(userCode text: String) -> OAuthRequest? {
        guard text.utf8.count <= 64 else { return nil }
        let code = Self.plain(text)
        let found = state.withLock { state in
            state.requests.values.first { request in
                if case .device(let userCode, _) = request.recipient { Self.plain(userCode) == code } else { false }
            }
        }
        return found.flatMap { isCurrent($0) ? $0 : nil }
    }

    private static func plain(_ code: String) -> String {
        code.uppercased().filter { !$0.isWhitespace && $0 != "-" }
    }

    /// Removes a request that is answered, so that it has one decision.
    /// - Returns: Whether it was there.
    func take(_ id: UUID) -> Bool { state.withLock { $0.requests.removeValue(forKey: id) != nil } }

    // MARK: - Codes

    /// Adds an authorization code.
    func add(_ code: OAuthCode, hash: Data) {
        let now = clock()
        state.withLock { state in
            Self.clean(&state, now)
            state.codes[hash] = Code(code: code)
        }
    }

    /// Returns the facts of an authorization code, once.
    func take(code hash: Data) -> OAuthCode? {
        let code = state.withLock { state -> OAuthCode? in
            guard let found = state.codes[hash] else { return nil }
            if found.isTaken { state.codes[hash]?.isReused = true } else { state.codes[hash]?.isTaken = true }
            return found.isTaken ? nil : found.code
        }
        guard let code, clock().timeIntervalSince(code.created).magnitude < Self.codeSeconds else { return nil }
        return code
    }

    /// Returns whether a code was sent again after it was taken.
    func isReused(code hash: Data) -> Bool { state.withLock { $0.codes[hash]?.isReused ?? false } }

    // MARK: - Devices

    /// Records the owner's decision on the request of a device.
    func noteDevice(_ hash: Data, isGranted: Bool) {
        state.withLock { $0.devices[hash]?.isGranted = isGranted }
    }

    /// Returns the response for a device that asks for its tokens. A granted one is returned once.
    func take(device hash: Data, of client: String) -> DeviceOutcome {
        let now = clock()
        return state.withLock { state in
            guard let device = state.devices[hash], device.app == client,
                now.timeIntervalSince(device.created).magnitude < Self.lifetime
            else { return .unknown }
            switch device.isGranted {
            case true?:
                state.devices[hash] = nil
                return .granted(device.scope)
            case false?: return .denied
            case nil:
                state.devices[hash]?.asked = now
                let isTooFast =
                    device.asked.map { now.timeIntervalSince($0).magnitude < Double(Self.interval) } ?? false
                return isTooFast ? .tooFast : .pending
            }
        }
    }
}
