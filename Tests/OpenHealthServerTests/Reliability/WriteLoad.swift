// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Synchronization

/// Apps that save samples with unique numbers, and repeat requests without a response.
final class WriteLoad: Sendable {
    private struct State {
        var next = 1
        /// The requests without a response, by key.
        var open: [String: [Int]] = [:]
        /// The keys of the requests to repeat, each by one client.
        var again: [String] = []
        /// The acknowledged numbers.
        var saved: Set<Int> = []
        var faults: [String] = []
    }

    private let state = Mutex(State())
    private let token: String
    /// Whether samples are pushed in the format of Health Auto Export, without keys.
    private let isPush: Bool

    init(token: String, isPush: Bool = false) {
        self.token = token
        self.isPush = isPush
    }

    var saved: Set<Int> { state.withLock { $0.saved } }
    var faults: [String] { state.withLock { $0.faults } }
    var isAllAnswered: Bool { state.withLock { $0.open.isEmpty } }

    /// Saves samples until the daemon ends, or, if no new samples are to be saved, until no request is open.
    func run(_ daemon: ServingProcess, clients: Int = 4, onlyOpen: Bool = false) async {
        // Requests without a response of the last daemon come first.
        state.withLock { $0.again = Array($0.open.keys) }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<clients {
                group.addTask {
                    while true {
                        let key: String
                        if let again = self.state.withLock({ $0.again.popLast() }) {
                            key = again
                        } else if onlyOpen {
                            return
                        } else {
                            key = self.begin()
                        }
                        guard await self.send(key, daemon) else { return }
                    }
                }
            }
        }
    }

    private func begin() -> String {
        state.withLock { state in
            let numbers = Array(state.next..<(state.next + 3))
            state.next += 3
            let key = "save-\(numbers[0])"
            state.open[key] = numbers
            return key
        }
    }

    /// Sends a request and waits for the response.
    /// - Returns: A Boolean value that indicates whether a response was received.
    private func send(_ key: String, _ daemon: ServingProcess) async -> Bool {
        let numbers = state.withLock { $0.open[key] ?? [] }
        let json =
            isPush ? Self.push(numbers) : JSONValue.object([("samples", .array(numbers.map(Self.sample)))])
        let path = isPush ? "/v1/ingest/health-auto-export?aggregation=none" : "/v1/samples"
        guard
            let answer = try? await daemon.send(
                "POST", path, token: token, json: json, headers: isPush ? [] : [("Idempotency-Key", key)])
        else { return false }
        return state.withLock { state in
            guard answer.status == 200 else {
                // A daemon that is being killed can fail to complete a response, but never sends a different one.
                state.faults.append("\(answer)")
                return false
            }
            state.open[key] = nil
            state.saved.formUnion(numbers)
            return true
        }
    }

    /// Returns a sample whose value is its number.
    static func sample(_ number: Int) -> JSONValue {
        let start = 1_700_000_000 + number * 60
        func date(_ seconds: Int) -> JSONValue {
            .string(ISO8601DateFormatter().string(from: Date(timeIntervalSince1970: Double(seconds))))
        }
        return .object([
            ("type", .string("HKQuantityTypeIdentifierStepCount")), ("startDate", date(start)),
            ("endDate", date(start + 30)), ("value", .integer(number)), ("unit", .string("count")),
        ])
    }

    /// Returns a push of samples whose values are their numbers.
    private static func push(_ numbers: [Int]) -> JSONValue {
        let points = numbers.map { number -> JSONValue in
            let sample = sample(number)
            return .object([
                ("start", sample["startDate"] ?? .null), ("end", sample["endDate"] ?? .null),
                ("qty", .integer(number)), ("source", .string("Watch")),
            ])
        }
        let metric = JSONValue.object([
            ("name", .string("step_count")), ("units", .string("count")), ("data", .array(points)),
        ])
        return .object([("data", .object([("metrics", .array([metric]))]))])
    }

    /// Returns the numbers of all samples in the store, including duplicates.
    static func numbers(_ daemon: ServingProcess, token: String) async throws -> [Int] {
        var numbers: [Int] = []
        var cursor: String?
        repeat {
            let more = cursor.map { "&cursor=\($0)" } ?? ""
            let answer = try await daemon.send(
                "GET", "/v1/samples?type=HKQuantityTypeIdentifierStepCount&limit=5000\(more)", token: token)
            guard let samples = answer.json["samples"]?.array else {
                throw ServedStore.Failure(description: "\(answer)")
            }
            numbers += samples.compactMap { $0["value"]?.double.map { Int($0) } }
            cursor = answer.json["cursor"]?.string
        } while cursor != nil
        return numbers
    }
}
