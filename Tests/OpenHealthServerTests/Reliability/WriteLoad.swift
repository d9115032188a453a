// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Synchronization

/// Apps that save samples, each with a number of its own, and send again what was not answered.
final class WriteLoad: Sendable {
    private struct State {
        var next = 1
        /// The requests without an answer, by key.
        var open: [String: [Int]] = [:]
        /// The keys of what is to be sent again, each by one client.
        var again: [String] = []
        /// The numbers that were acknowledged.
        var saved: Set<Int> = []
        var faults: [String] = []
    }

    private let state = Mutex(State())
    private let token: String

    init(token: String) {
        self.token = token
    }

    var saved: Set<Int> { state.withLock { $0.saved } }
    var faults: [String] { state.withLock { $0.faults } }
    var isAllAnswered: Bool { state.withLock { $0.open.isEmpty } }

    /// Saves until the daemon is gone, or nothing is open where nothing new is to be saved.
    func run(_ daemon: ServingProcess, clients: Int = 4, onlyOpen: Bool = false) async {
        // What the last daemon did not answer comes first.
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

    /// Sends a request and waits for the answer.
    /// - Returns: whether there was one.
    private func send(_ key: String, _ daemon: ServingProcess) async -> Bool {
        let numbers = state.withLock { $0.open[key] ?? [] }
        let json = JSONValue.object([("samples", .array(numbers.map(Self.sample)))])
        guard
            let answer = try? await daemon.send(
                "POST", "/v1/samples", token: token, json: json, headers: [("Idempotency-Key", key)])
        else { return false }
        return state.withLock { state in
            guard answer.status == 200 else {
                // A daemon that is being killed may not get to the end of an answer, but it never gives another.
                state.faults.append("\(answer)")
                return false
            }
            state.open[key] = nil
            state.saved.formUnion(numbers)
            return true
        }
    }

    /// A sample whose value is its number.
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

    /// The numbers of all samples that are in the store, those that are there twice twice.
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
