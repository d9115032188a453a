// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit

/// The part of a bridge that sends, one batch at a time.
///
/// A batch is written to the folder before it is sent, and its anchor is kept after the server has acknowledged it. A batch
/// without an acknowledgement is sent again, unchanged and under the same key, before anything else.
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
        try folder.save(BridgeState())
        folder.removeBodies(except: nil)
    }

    // MARK: Steps

    private func sendAll() async throws -> BridgeReport {
        // In the same step as the last look at `asksAgain`, so that no call is lost in between.
        defer { running = nil }
        var report = BridgeReport()
        report.unsupported = configuration.types.filter { !WireSample.canSend($0) }.map(\.identifier).sorted()
        var state = folder.load()
        folder.removeBodies(except: state.pending?.key)
        try await sendPending(&state, &report)
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

    /// Sends the batch of an earlier call or run.
    private func sendPending(_ state: inout BridgeState, _ report: inout BridgeReport) async throws {
        guard let pending = state.pending else { return }
        guard let body = folder.body(pending.key) else {
            state.pending = nil
            return try folder.save(state)
        }
        do {
            try await deliver(body, pending, &state, &report)
        } catch let error as BridgeError where Self.concernsType(error) {
            report.types[pending.type, default: .init()].error = error
        }
    }

    /// Sends the changes of a type, batch after batch.
    private func send(_ type: HKSampleType, _ state: inout BridgeState, _ report: inout BridgeReport) async throws {
        while true {
            try Task.checkCancellation()
            let anchor = state.anchors[type.identifier].flatMap(BridgeAnchor.anchor)
            let changes = try await BridgeQuery.changes(
                of: type, after: anchor, limit: configuration.batchSize, in: store)
            let samples = changes.samples.compactMap(WireSample.value)
            if samples.isEmpty, changes.deleted.isEmpty {
                guard state.anchors[type.identifier] != changes.anchor else { return }
                state.anchors[type.identifier] = changes.anchor
                return try folder.save(state)
            }
            let body = WireValue.object([
                ("samples", .array(samples)), ("deleted", .array(changes.deleted.map { .string($0.uuidString) })),
            ]).data
            let pending = BridgeState.Pending(
                key: UUID().uuidString, type: type.identifier, anchor: changes.anchor, samples: samples.count,
                deletions: changes.deleted.count)
            try folder.keep(body, as: pending.key)
            state.pending = pending
            try folder.save(state)
            try await deliver(body, pending, &state, &report)
        }
    }

    /// Sends a batch until it is acknowledged or refused, and keeps its anchor if it is acknowledged.
    private func deliver(
        _ body: Data, _ pending: BridgeState.Pending, _ state: inout BridgeState, _ report: inout BridgeReport
    ) async throws {
        let answer: BridgeConnection.Answer
        do {
            answer = try await sendAgain(body, pending.key)
        } catch let error as BridgeError where Self.concernsType(error) {
            // The server has not performed it. The next call makes a batch of the changes of that time.
            state.pending = nil
            try folder.save(state)
            folder.removeBodies(except: nil)
            throw error
        }
        state.anchors[pending.type] = pending.anchor
        state.pending = nil
        try folder.save(state)
        folder.removeBodies(except: nil)
        var result = report.types[pending.type] ?? .init()
        result.samples += pending.samples
        result.deletions += pending.deletions
        let refused = answer.refused ?? []
        result.refused += refused.count
        result.reasons += refused.prefix(max(0, 10 - result.reasons.count)).map(\.reason)
        report.types[pending.type] = result
    }

    private func sendAgain(_ body: Data, _ key: String) async throws -> BridgeConnection.Answer {
        for pause in configuration.pauses {
            do {
                return try await connection.send(body, key: key)
            } catch let error as BridgeError where error.code == .unreachable {
                try await Task.sleep(nanoseconds: UInt64(max(0, pause) * 1_000_000_000))
            }
        }
        return try await connection.send(body, key: key)
    }

    /// Returns whether other types can be sent after an error.
    private static func concernsType(_ error: BridgeError) -> Bool {
        [.notAllowed, .refused, .healthKit].contains(error.code)
    }
}
