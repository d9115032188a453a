// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStatistics
import OpenHealthStore
import Synchronization

extension FuzzTarget {
    /// Decodes a sample like the daemon and saves it.
    static func feedSample(_ bytes: [UInt8]) {
        guard let json = bytes.withUnsafeBufferPointer({ JSONValue(utf8: $0) }),
            let new = try? NewSampleJSON(JSONReader(json))
        else { return }
        SavingFuzzer.feed(new)
    }

    /// Decodes the archive of an object in the format of stores, encodes it in the wire format, and saves it like an app.
    ///
    /// Stores contain objects that earlier versions accepted, so encoding must work for every archive that can be decoded.
    static func feedArchivedObject(_ bytes: [UInt8]) {
        guard let json = bytes.withUnsafeBufferPointer({ JSONValue(utf8: $0) }), var parts = ArchiveJSON.read(json)
        else { return }
        let fields = HKObjectFields(newWith: nil, metadata: [:])
        var object = HKArchive()
        object.set(fields.uuid, "uuid")
        object.set(fields.sourceRevision, "sourceRevision")
        object.set(fields.metadata, "metadata")
        parts.set(object, "HKObject")
        var archive = HKArchive()
        archive.set([parts], "sample")
        guard let sample = archive.samples("sample")?.first else { return }
        let written = SampleJSON(sample).json
        precondition(JSONValue(written.text) != nil, "a sample is not encoded as JSON")
        let reader = JSONReader(written)
        if let new = try? NewSampleJSON(reader) { SavingFuzzer.feed(new) }
        // Saves the sample like a program on the same machine, without the checks of the wire format.
        SavingFuzzer.feed(NewSampleJSON(sample))
    }
}

/// A fuzzer that saves random samples as an app with all permissions, and then runs all kinds of queries.
///
/// A sample must either be rejected with an error, or it must be possible to read, list, count and explain it, and a check of the
/// store must report no problems.
final class SavingFuzzer: Sendable {
    /// The shared instance: creating a store takes longer than saving to it.
    static let shared = Mutex<SavingFuzzer?>(nil)

    private let database: HealthDatabase
    private let access: AppAccess

    /// The number of inputs after which the store is replaced by an empty one.
    private static let maximumInputs = 500
    private let inputs = Mutex(0)

    private init() throws {
        database = try .inMemory()
        let app = AppIdentity(identifier: "org.example.fuzzer", name: "Fuzzer", version: "1.0")
        access = AppAccess(database: database, app: app) { Date(timeIntervalSince1970: 1_750_000_000) }
        let types = HealthTypes.all.compactMap { HKObjectType.named($0.identifier) }
        try access.record(
            .granting(
                AuthorizationRequest(
                    app: app,
                    share: Set(types.compactMap { $0 as? HKSampleType }.filter { $0.facts.isShareable }),
                    read: Set(types))))
    }

    /// Saves a sample and reads it in several ways.
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
            return count >= Self.maximumInputs
        }
    }

    private func feed(_ new: NewSampleJSON) throws {
        do {
            try access.save([(new.sample, new.measurements)], adding: [], to: nil, savesMissing: true)
        } catch {
            // Most random samples are rejected.
            return
        }
        let members = (new.sample as? HKCorrelation)?.objects ?? []
        for type in Set([new.sample.sampleType] + members.map(\.sampleType)) { try read(type) }
        let findings = try database.check().findings
        precondition(findings.isEmpty, "a saved sample breaks the store: \(findings)")
        for record in try database.records(SampleRequest()) { _ = try database.details(uuid: record.uuid) }
        try access.delete([new.sample] + members)
    }

    /// Lists and encodes the samples of a type, and reads the statistics and an explanation of a quantity type.
    private func read(_ type: HKSampleType) throws {
        for sample in try access.samples(SampleQuery([SampleQuery.Part(type)])) {
            let json = SampleJSON(sample).json
            let again = try SampleJSON(JSONReader(json)).sample
            precondition(SampleJSON(again).json == json, "an encoded sample cannot be decoded")
        }
        guard let type = type as? HKQuantityType else { return }
        let query = StatisticsRequest(type: type.identifier, separateBySource: true)
        for row in try database.statistics(query) {
            for figure in [row.figures.sum, row.figures.average, row.figures.minimum, row.figures.maximum] {
                precondition(figure?.isFinite ?? true, "statistics of saved samples are not finite")
            }
        }
        guard type.aggregationStyle == .cumulative else { return }
        _ = try access.explanation(of: type, from: .distantPast, to: .distantFuture)
    }
}
