// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit

/// The part of a bridge that sends, one batch at a time.
///
/// The anchor behind a batch is kept after the server has acknowledged the batch. Without an acknowledgement, its changes are sent
/// again: the server stores a sample with a UUID once, and a deletion of a sample that it does not have changes nothing.
actor BridgeSender {
    private let store: HKHealthStore
    private let configuration: HealthBridge.Configuration
    private let folder: BridgeFolder
    private let connection: BridgeConnection
    private var running: Task<BridgeReport, any Error>?
    private var asksAgain = false

    init(_ store: HKHealthStore, _ configuration: HealthBridge.Configuration) {
        self.store = store
        self.configuration = configuration
        folder = BridgeFolder(url: configuration.folder)
        connection = BridgeConnection(server: configuration.server, token: configuration.token)
    }

    /// Sends all changes. A call during another one makes that one look for changes again, and has the same result.
    func send() async throws -> BridgeReport {
        if let running {
            asksAgain = true
            return try await running.value
        }
        let task = Task { try await sendAll() }
        running = task
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Forgets all anchors.
    func forget() throws {
        var state = folder.load()
        state.anchors = [:]
        try folder.save(state)
    }

    // MARK: Steps

    private func sendAll() async throws -> BridgeReport {
        // In the same step as the last look at `asksAgain`, so that no call is lost in between.
        defer { running = nil }
        var report = BridgeReport()
        report.unsupported = configuration.types.filter { !WireSample.canSend($0) }.map(\.identifier).sorted()
        var state = folder.load()
        repeat {
            asksAgain = false
            for type in configuration.types where WireSample.canSend(type) {
                do {
                    try await send(type, &state, &report)
                } catch let error as BridgeError where Self.concernsType(error) {
                    report.types[type.identifier, default: .init()].error = error
                }
            }
        } while asksAgain
        return report
    }

    /// Sends the changes of a type, batch after batch.
    private func send(_ type: HKSampleType, _ state: inout BridgeState, _ report: inout BridgeReport) async throws {
        while true {
            try Task.checkCancellation()
            let anchor = state.anchors[type.identifier].flatMap(BridgeAnchor.anchor)
            let changes = try await BridgeQuery.changes(
                of: type, after: anchor, limit: configuration.batchSize, in: store)
            let samples = changes.samples.compactMap(WireSample.value)
            let uuids = changes.samples.map(\.uuid)
            let isEmpty = uuids.isEmpty && changes.deleted.isEmpty
            // Samples of a batch without an acknowledgement that are in no batch since then were deleted meanwhile.
            let deleted = isEmpty ? Array(state.unacknowledged?[type.identifier] ?? []) : changes.deleted
            let before = state
            state.note(uuids, of: type.identifier)
            if state != before { try folder.save(state) }
            if !samples.isEmpty || !deleted.isEmpty {
                let body = WireValue.object([
                    ("type", .string(type.identifier)), ("samples", .array(samples)),
                    ("deleted", .array(deleted.map { .string($0.uuidString) })),
                ])
                let response = try await sendAgain(body.data)
                report.note(response, type, samples: samples.count, deletions: deleted.count)
            }
            let sent = state
            state.acknowledge(uuids + deleted, of: type.identifier)
            state.anchors[type.identifier] = changes.anchor
            if state != sent { try folder.save(state) }
            if isEmpty { return }
        }
    }

    private func sendAgain(_ body: Data) async throws -> BridgeConnection.Response {
        for pause in configuration.pauses {
            do {
                return try await connection.send(body)
            } catch let error as BridgeError where error.code == .unreachable {
                try await configuration.sleep(pause)
            }
        }
        return try await connection.send(body)
    }

    /// Returns whether other types can be sent after an error.
    private static func concernsType(_ error: BridgeError) -> Bool {
        [.notAllowed, .refused, .healthKit].contains(error.code)
    }
}

extension BridgeReport {
    /// Adds an acknowledged batch.
    fileprivate mutating func note(
        _ response: BridgeConnection.Response, _ type: HKSampleType, samples: Int, deletions: Int
    ) {
        var result = types[type.identifier] ?? .init()
        result.samples += samples
        result.deletions += deletions
        result.refused += response.refused
        result.reasons += response.refusals.prefix(max(0, 10 - result.reasons.count)).map(\.reason)
        types[type.identifier] = result
    }
}

/// The changes of a type after an anchor.
struct BridgeChanges: Sendable {
    let samples: [HKSample]
    let deleted: [UUID]
    let anchor: Data
}

/// A query for the changes of a type.
enum BridgeQuery {
    /// Returns a number of changes after an anchor.
    /// - Throws: A ``BridgeError``: `healthKit`.
    static func changes(
        of type: HKSampleType, after anchor: HKQueryAnchor?, limit: Int, in store: HKHealthStore
    ) async throws -> BridgeChanges {
        try await withCheckedThrowingContinuation { continuation in
            let query = HKAnchoredObjectQuery(type: type, predicate: nil, anchor: anchor, limit: limit) {
                _, samples, deleted, anchor, error in
                continuation.resume(
                    with: Result { try result(type, samples, deleted?.map(\.uuid), anchor, error) })
            }
            store.execute(query)
        }
    }

    private static func result(
        _ type: HKSampleType, _ samples: [HKSample]?, _ deleted: [UUID]?, _ anchor: HKQueryAnchor?,
        _ error: (any Error)?
    ) throws -> BridgeChanges {
        guard let samples, let anchor, let data = try? BridgeAnchor.data(anchor) else {
            let reason = error.map { ": \($0.localizedDescription)" } ?? "."
            throw BridgeError(.healthKit, "The changes of \(type.identifier) cannot be read\(reason)")
        }
        return BridgeChanges(samples: samples, deleted: deleted ?? [], anchor: data)
    }
}
