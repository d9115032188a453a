// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthCommandLine
import OpenHealthDemo
import OpenHealthModel
import OpenHealthServer
import OpenHealthTestBasics

/// A simulated app on a phone, which pushes the days of a generated person to a server.
///
/// As the real apps do, it sends a push again if the server responds with 5xx, 408 or 429, or not at all.
struct PhoneSimulator {
    /// The options of a simulation.
    struct Options {
        var aggregation = DemoPhone.Aggregation.none
        var isGerman = false
        /// The maximum number of readings in a request of Health Auto Export.
        var batch: Int?
        /// The percentage of responses that get lost, so that their pushes are sent again.
        var lost = 0
        /// The code with which Open Wearables asks for its token.
        var code: String?
    }

    /// The result of a simulation.
    struct Result {
        /// The number of requests that were answered with success.
        var pushes = 0
        /// The number of requests that were sent again, because the server failed or the response was lost.
        var repeats = 0
        /// The bytes of the bodies of all requests.
        var bytes = 0
        /// The number of readings that the server refused.
        var refused = 0
        /// The reasons, without repetitions.
        var reasons: [String] = []
    }

    let app: PhoneApp
    let phone: DemoPhone
    let options: Options
    let client: PhoneClient
    /// The clock of the pauses between attempts.
    var clock: any Clock<Duration> = ContinuousClock()
    private var random: SeededGenerator
    private(set) var result = Result()
    /// The path of Open Wearables with the user that the server returns.
    private var wearablesPath = ""

    init(_ app: PhoneApp, _ phone: DemoPhone, options: Options, client: PhoneClient) {
        self.app = app
        self.phone = phone
        self.options = options
        self.client = client
        random = SeededGenerator(seed: phone.seed, stream: 43, index: 0)
    }

    /// Sends all pushes.
    /// - Throws: A ``ToolError`` if the server refuses a push as a whole, or does not answer after several attempts.
    mutating func run(_ runs: DemoPhoneRuns) async throws {
        if app == .openWearables { try await signIn() }
        for (index, run) in runs.runs.enumerated() {
            for request in requests(run, number: index) { try await push(request) }
        }
    }

    // MARK: Requests

    private func requests(_ run: DemoPhoneRuns.Run, number: Int) -> [PhoneClient.Request] {
        switch app {
        case .healthAutoExport:
            let bodies = phone.healthAutoExport(
                run.days, until: run.end, aggregation: options.aggregation, isGerman: options.isGerman,
                batch: options.batch)
            return bodies.map { body in
                PhoneClient.Request(
                    path: app.path, body: body,
                    headers: [
                        (IngestRoutes.aggregationField, options.aggregation.rawValue.capitalized),
                        (IngestRoutes.sessionField, "demo-\(phone.seed)-\(number)"),
                    ])
            }
        case .openWearables:
            return phone.openWearables(run.days, until: run.end).map {
                PhoneClient.Request(path: wearablesPath, body: $0)
            }
        case .healthConnectWebhook:
            return [PhoneClient.Request(path: app.path, body: phone.healthConnectWebhook(run.days, until: run.end))]
        case .nightscout:
            return [
                PhoneClient.Request(
                    path: NightscoutRoutes.route(.push, .entries).path,
                    body: phone.nightscoutEntries(run.days, until: run.end)),
                PhoneClient.Request(
                    path: NightscoutRoutes.route(.push, .treatments).path,
                    body: phone.nightscoutTreatments(run.days, until: run.end)),
            ]
        case .healthBridge: return []
        }
    }

    /// Asks for the token with the code, or for the user of the token.
    private mutating func signIn() async throws {
        let request =
            if let code = options.code {
                PhoneClient.Request(
                    path: PhoneRoutes.redeem.path, body: JSONValue.object([("code", .string(code))]).text)
            } else {
                PhoneClient.Request(
                    path: PhoneRoutes.refresh.path,
                    body: JSONValue.object([("refresh_token", .string(client.credentials.token))]).text)
            }
        let response = try await response(request)
        try client.check(response)
        guard let token = response.json?["access_token"]?.string, let user = response.json?["user_id"]?.string else {
            throw ToolError(
                .notFound, "the server's response has no token and user", remedy: "check that it is a health server")
        }
        client.credentials.token = token
        wearablesPath = PhoneRoutes.sync.path.replacing("{user}", with: user)
    }

    // MARK: Sending

    /// The maximum number of failures of a push.
    private static let patience = 5

    private mutating func push(_ request: PhoneClient.Request) async throws {
        while true {
            let response = try await response(request)
            try client.check(response)
            // The phone does not learn that the push was stored.
            if random.below(100) < options.lost {
                result.repeats += 1
                continue
            }
            result.pushes += 1
            note(response)
            return
        }
    }

    /// Sends a request until it has a response that is final, or after several failures.
    private mutating func response(_ request: PhoneClient.Request) async throws -> PhoneClient.Response {
        for failures in 0..<Self.patience {
            result.bytes += request.body.utf8.count
            if let response = try? await client.send(request), !response.isTemporary { return response }
            result.repeats += 1
            try await clock.sleep(for: .milliseconds(50 << failures))
        }
        result.bytes += request.body.utf8.count
        return try await client.send(request)
    }

    private mutating func note(_ response: PhoneClient.Response) {
        guard let refused = response.json?["refused"]?.double else { return }
        // checked: a count
        result.refused += Int(refused)
        for refusal in response.json?["refusals"]?.array ?? [] {
            guard let reason = refusal["reason"]?.string, !result.reasons.contains(reason), result.reasons.count < 10
            else { continue }
            result.reasons.append(reason)
        }
    }
}
