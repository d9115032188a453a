// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthTestBasics
import Synchronization

@testable import OpenHealthServer

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
    private let answered = EventLog<Void>()
    private let token: String
    /// The app in whose format samples are pushed, without keys; nil for samples that are saved with keys.
    private let phone: PhoneApp?

    init(token: String, pushingAs phone: PhoneApp? = nil) {
        self.token = token
        self.phone = phone
    }

    /// The type of the samples.
    static func type(_ phone: PhoneApp?) -> HKQuantityTypeIdentifier {
        phone == .nightscout ? .dietaryCarbohydrates : .stepCount
    }

    var saved: Set<Int> { state.withLock { $0.saved } }
    var faults: [String] { state.withLock { $0.faults } }
    var isAllAnswered: Bool { state.withLock { $0.open.isEmpty } }

    /// Waits until a number of further samples are acknowledged, or there is a fault.
    func wait(forMore count: Int) async {
        let enough = saved.count + count
        await answered.wait { [self] _ in saved.count >= enough || !faults.isEmpty }
    }

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
        let json = phone.map { Self.push(numbers, as: $0) } ?? .object([("samples", .array(numbers.map(Self.sample)))])
        let path = phone.map(Self.path) ?? "/v1/samples"
        guard
            let response = try? await daemon.send(
                "POST", path, token: token, json: json, headers: phone == nil ? [("Idempotency-Key", key)] : [])
        else { return false }
        defer { answered.note() }
        return state.withLock { state in
            guard response.status == (phone == .openWearables ? 202 : 200) else {
                // A daemon that is being killed can fail to complete a response, but never sends a different one.
                state.faults.append("\(response)")
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

    /// The app that ``ServedStore/prepare(_:pushes:type:)`` registers.
    static let app = "org.example.writer"

    private static func path(_ phone: PhoneApp) -> String {
        switch phone {
        case .healthAutoExport: "/v1/ingest/health-auto-export?aggregation=none"
        case .healthConnectWebhook: "/v1/ingest/health-connect-webhook"
        case .openWearables: "/api/v1/sdk/users/\(OpenWearablesHandlers.user(app))/sync"
        case .nightscout: "/api/v1/treatments"
        case .healthBridge: "/v1/ingest/healthkit"
        }
    }

    /// Returns a push of samples whose values are their numbers.
    private static func push(_ numbers: [Int], as phone: PhoneApp) -> JSONValue {
        let samples = numbers.map { number -> JSONValue in
            let sample = sample(number)
            let (start, end) = (sample["startDate"] ?? .null, sample["endDate"] ?? .null)
            let uuid = JSONValue.string(String(format: "00000000-0000-4000-8000-%012d", number))
            switch phone {
            case .healthAutoExport:
                return .object([
                    ("start", start), ("end", end), ("qty", .integer(number)), ("source", .string("Watch")),
                ])
            case .healthConnectWebhook:
                return .object([("count", .integer(number)), ("start_time", start), ("end_time", end)])
            case .openWearables:
                return .object([
                    ("id", uuid), ("type", sample["type"] ?? .null), ("startDate", start), ("endDate", end),
                    ("value", .integer(number)), ("unit", .string("count")),
                    ("source", .object([("name", .string("Watch"))])),
                ])
            case .nightscout:
                return .object([
                    ("eventType", .string("Carb Correction")), ("carbs", .integer(number)), ("created_at", start),
                    ("enteredBy", .string("Loop")),
                ])
            case .healthBridge:
                guard case .object(let entries) = sample else { return .null }
                let source = JSONValue.object([
                    ("name", .string("Watch")), ("bundleIdentifier", .string("com.example.watch")),
                ])
                return .object(entries + [("uuid", uuid), ("source", source)])
            }
        }
        switch phone {
        case .healthAutoExport:
            let metric = JSONValue.object([
                ("name", .string("step_count")), ("units", .string("count")), ("data", .array(samples)),
            ])
            return .object([("data", .object([("metrics", .array([metric]))]))])
        case .healthConnectWebhook: return .object([("steps", .array(samples))])
        case .openWearables:
            return .object([("provider", .string("apple")), ("data", .object([("records", .array(samples))]))])
        case .nightscout: return .array(samples)
        case .healthBridge: return .object([("samples", .array(samples))])
        }
    }

    /// Returns the numbers of all samples in the store, including duplicates.
    static func numbers(
        _ daemon: ServingProcess, token: String, type: HKQuantityTypeIdentifier = .stepCount
    ) async throws -> [Int] {
        var numbers: [Int] = []
        var cursor: String?
        repeat {
            let more = cursor.map { "&cursor=\($0)" } ?? ""
            let response = try await daemon.send(
                "GET", "/v1/samples?type=\(type.rawValue)&limit=5000\(more)", token: token)
            guard let samples = response.json["samples"]?.array else {
                throw ServedStore.Failure(description: "\(response)")
            }
            numbers += samples.compactMap { $0["value"]?.double.map { Int($0) } }
            cursor = response.json["cursor"]?.string
        } while cursor != nil
        return numbers
    }
}
