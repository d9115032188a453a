// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthAPI
import HealthModel
import HealthStatistics
import HealthStore
import Synchronization

/// Saves made-up samples as an app that may save everything, and then asks the store all that it can be asked.
///
/// Whatever an app sends is refused with an error, or can be read, listed, counted and explained, and a check finds nothing
/// wrong with the store.
final class SavingFuzzer: Sendable {
    /// One for the process: making a store takes longer than saving to it.
    static let shared = Mutex<SavingFuzzer?>(nil)

    private let database: HealthDatabase
    private let session: AppSession

    /// How many inputs one store takes before the next begins with an empty one.
    private static let mostInputs = 500
    private let inputs = Mutex(0)

    private init() throws {
        database = try .inMemory()
        let app = AppIdentity(identifier: "org.example.fuzzer", name: "Fuzzer", version: "1.0")
        session = AppSession(database: database, app: app) { Date(timeIntervalSince1970: 1_750_000_000) }
        let types = HealthTypes.all.compactMap { HKObjectType.named($0.identifier) }
        try session.record(
            .granting(
                AuthorizationRequest(
                    app: app,
                    share: Set(types.compactMap { $0 as? HKSampleType }.filter { $0.facts.isShareable }),
                    read: Set(types))))
    }

    /// Saves a sample, and reads it in every way.
    static func feed(_ new: NewSampleJSON) {
        shared.withLock { fuzzer in
            do {
                let current = try fuzzer ?? SavingFuzzer()
                fuzzer = current.isUsedUp ? nil : current
                try current.feed(new)
            } catch {
                preconditionFailure("the store failed: \(error)")
            }
        }
    }

    private var isUsedUp: Bool {
        inputs.withLock { count in
            count += 1
            return count >= Self.mostInputs
        }
    }

    private func feed(_ new: NewSampleJSON) throws {
        do {
            try session.save([(new.sample, new.measurements)], adding: [], to: nil, savesMissing: true)
        } catch {
            // Refused, as most samples that are made up should be.
            return
        }
        let members = (new.sample as? HKCorrelation)?.objects ?? []
        for type in Set([new.sample.sampleType] + members.map(\.sampleType)) { try read(type) }
        let findings = try database.check().findings
        precondition(findings.isEmpty, "what was saved breaks the store: \(findings)")
        for record in try database.records(SampleRequest()) { _ = try database.details(uuid: record.uuid) }
        try session.delete([new.sample] + members)
    }

    /// Lists the samples of a type and sends them, with statistics and an explanation of a quantity type.
    private func read(_ type: HKSampleType) throws {
        for sample in try session.samples(SampleQuery([SampleQuery.Part(type)])) {
            let json = SampleJSON(sample).json
            let again = try SampleJSON(JSONReader(json)).sample
            precondition(SampleJSON(again).json == json, "a sample that was sent does not read back")
        }
        guard let type = type as? HKQuantityType else { return }
        let query = StatisticsRequest(type: type.identifier, separateBySource: true)
        for row in try database.statistics(query) {
            for figure in [row.figures.sum, row.figures.average, row.figures.minimum, row.figures.maximum] {
                precondition(figure?.isFinite ?? true, "statistics of what an app saved are not finite")
            }
        }
        guard type.aggregationStyle == .cumulative else { return }
        _ = try session.explanation(of: type, from: .distantPast, to: .distantFuture)
    }
}
