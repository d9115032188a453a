// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthSession

extension RemoteSession {
    /// Saves objects, or keeps them for later where the daemon cannot be reached.
    package func save(_ objects: [HKObject]) async throws {
        guard !objects.isEmpty else {
            throw HKError(.errorInvalidArgument, "There is nothing to save: the array of objects is empty.")
        }
        let samples = try objects.map { object in
            guard let sample = object as? HKSample else {
                throw HKError(
                    .errorInvalidArgument,
                    "An object of class \(Swift.type(of: object)) cannot be saved. Save samples only.")
            }
            return sample
        }
        let body = SaveJSON(samples.map { NewSampleJSON($0) }).json
        try await send(.save, samples, body, as: .save)
    }

    @discardableResult
    package func save(
        _ samples: [(HKSample, SeriesMeasurements?)], adding members: [HKSample], to workout: UUID?, savesMissing: Bool
    ) async throws -> [UUID] {
        guard !samples.isEmpty || !members.isEmpty else {
            throw HKError(.errorInvalidArgument, "There is nothing to save: the array of objects is empty.")
        }
        var save = SaveJSON(samples.map { NewSampleJSON($0, $1) })
        (save.members, save.workout, save.savesMissing) = (members, workout, savesMissing)
        return try await uuids(save)
    }

    package func saveNew(_ samples: [HKSample]) async throws -> [UUID] {
        if samples.isEmpty { return [] }
        var save = SaveJSON(samples.map { NewSampleJSON($0) })
        save.savesNewOnly = true
        return try await uuids(save)
    }

    private func uuids(_ save: SaveJSON) async throws -> [UUID] {
        var request = DaemonRequest(.post, "/v1/samples", save.json)
        request.headers.append(("Idempotency-Key", UUID().uuidString))
        return try await json(as: .save, request) { (json) throws(Problem) in
            let uuids = try json.list("uuids") { (uuid) throws(Problem) in try uuid.uuid() }
            guard uuids.count == save.samples.count else { throw json.problem("There is not a UUID for each sample.") }
            return uuids
        }
    }

    package func checkMaySave(_ types: [HKSampleType]) async throws {
        try await tell(
            as: .read, DaemonRequest(.post, "/v1/authorization-status/check", TypeLists(share: Set(types)).json))
    }

    /// Deletes objects, or remembers to do so later where the daemon cannot be reached.
    package func delete(_ objects: [HKObject]) async throws {
        guard !objects.isEmpty else {
            throw HKError(.errorInvalidArgument, "There is nothing to delete: the array of objects is empty.")
        }
        let samples = try objects.map { object in
            guard let sample = object as? HKSample else {
                throw HKError(
                    .errorInvalidArgument, "An object of class \(Swift.type(of: object)) cannot be deleted.")
            }
            return sample
        }
        // With their types, since an app that may not delete a type is told so, whatever the objects are.
        let body = try Self.sendable(DeleteJSON(samples).json, [])
        try await send(.delete, samples, body, as: .delete)
    }

    package func deleteObjects(of type: HKObjectType, predicate: PredicateNode) async throws -> Int {
        guard let type = type as? HKSampleType else {
            throw HKError(
                .errorInvalidArgument, "\(type.identifier) is no type of samples. Apps delete only samples.")
        }
        var request = DaemonRequest(
            .post, "/v1/samples/delete",
            try Self.sendable(DeleteJSON.matching(SampleQuery.Part(type, predicate)).json, [predicate]))
        request.headers.append(("Idempotency-Key", UUID().uuidString))
        return try await json(as: .delete, request) { (json) throws(Problem) in try json.required("count").integer() }
    }

    private func send(
        _ kind: RefusedChange.Kind, _ samples: [HKSample], _ body: JSONValue, as operation: AppOperation
    ) async throws {
        try await healthKitErrors {
            try begin(operation)
            let change = UnsentChange(kind, samples.map(\.uuid), at: clock(), body: Data(body.bytes))
            _ = try await unsent.send(change, isOffline: follower.isOffline)
        }
    }
}
