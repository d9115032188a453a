// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Not built on Linux: see README.md.

import Foundation
import HealthBridge
import HealthKit
import Observation

/// The settings and the state of the bridge.
@MainActor @Observable
final class BridgeModel {
    /// The address of the server.
    var address = UserDefaults.standard.string(forKey: "address") ?? ""
    /// The app's token, which the keychain keeps.
    var token = TokenStore.token ?? ""
    /// The result of the last attempt.
    private(set) var status = "Nothing has been sent yet."
    private(set) var isSending = false

    private let store = HKHealthStore()
    private var bridge: HealthBridge?

    /// The types that the app sends.
    static let types: [HKSampleType] = [
        HKQuantityType(.stepCount), HKQuantityType(.distanceWalkingRunning), HKQuantityType(.activeEnergyBurned),
        HKQuantityType(.heartRate), HKQuantityType(.restingHeartRate), HKQuantityType(.heartRateVariabilitySDNN),
        HKQuantityType(.oxygenSaturation), HKQuantityType(.bodyMass), HKQuantityType(.bloodPressureSystolic),
        HKQuantityType(.bloodPressureDiastolic), HKCorrelationType(.bloodPressure), HKCategoryType(.sleepAnalysis),
        HKWorkoutType.workoutType(),
    ]

    /// Keeps the settings, asks for permission to read, and starts the bridge.
    func connect() async {
        UserDefaults.standard.set(address, forKey: "address")
        TokenStore.token = token
        // Correlations have the permissions of their members.
        let read = Set(Self.types.filter { !($0 is HKCorrelationType) })
        do {
            try await store.requestAuthorization(toShare: [], read: read)
            start()
            await send()
        } catch {
            status = error.localizedDescription
        }
    }

    /// Starts the bridge if there are settings.
    func start() {
        guard let server = URL(string: address), server.scheme != nil, !token.isEmpty else { return }
        let folder = URL.applicationSupportDirectory.appending(path: "bridge")
        let bridge = HealthBridge(
            store,
            configuration: .init(server: server, token: token, types: Self.types, folder: folder))
        self.bridge?.stop()
        self.bridge = bridge
        bridge.start { [weak self] result in
            Task { @MainActor in self?.note(result) }
        }
    }

    /// Sends the changes now.
    func send() async {
        guard let bridge else { return status = "Enter the address and the token first." }
        isSending = true
        defer { isSending = false }
        do {
            note(.success(try await bridge.send()))
        } catch {
            note(.failure(error))
        }
    }

    private func note(_ result: Result<BridgeReport, any Error>) {
        switch result {
        case .success(let report):
            let faults = report.types.compactMap { type, result in result.error.map { "\(type): \($0)" } }.sorted()
            let sent = "\(report.samples) samples and \(report.deletions) deletions sent."
            status = ([sent] + faults).joined(separator: "\n")
        case .failure(let error): status = "\(error)"
        }
    }
}
