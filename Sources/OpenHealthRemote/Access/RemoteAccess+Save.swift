// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthSession

extension RemoteAccess {
    /// Saves objects, or keeps them for later if the server cannot be reached.
    package func save(_ objects: [HKObject]) async throws {
        let samples = try Self.samples(objects, to: "save", else: "cannot be saved. Save samples only.")
        let save = SaveJSON(samples.map { NewSampleJSON($0) })
        try await send(.save, samples, try DaemonRequest.body(SampleRoutes.save, save), as: .save)
    }

    @discardableResult
    package func save(
        _ samples: [(HKSample, SeriesMeasurements?)], adding members: [HKSample], to workout: UUID?, savesMissing: Bool
    ) async throws -> [UUID] {
        guard !samples.isEmpty || !members.isEmpty else {
            throw HKError(.errorInvalidArgument, "There is nothing to save: the array of objects is empty.")
        }
        var save = SaveJSON(samples.map { NewSampleJSON($0, $1) })
        save.adding = workout.map { (workout: $0, samples: members, savesMissing: savesMissing) }
        return try await uuids(save)
    }

    package func saveNew(_ samples: [HKSample]) async throws -> [UUID] {
        if samples.isEmpty { return [] }
        return try await uuids(SaveJSON(samples.map { NewSampleJSON($0) }, savesNewOnly: true))
    }

    private func uuids(_ save: SaveJSON) async throws -> [UUID] {
        var request = try DaemonRequest(SampleRoutes.save, save)
        request.headers.append((SampleRoutes.onceField, UUID().uuidString))
        let uuids = try await call(as: .save, SampleRoutes.save, request)
        guard uuids.count == save.samples.count else {
            throw HKError(.errorInvalidArgument, "The health server's response does not have a UUID for each sample.")
        }
        return uuids
    }

    package func checkMaySave(_ types: [HKSampleType]) async throws {
        try await call(AuthorizationRoutes.check, TypeLists(share: Set(types)))
    }

    /// Deletes objects, or keeps the deletion for later if the server cannot be reached.
    package func delete(_ objects: [HKObject]) async throws {
        let samples = try Self.samples(objects, to: "delete", else: "cannot be deleted.")
        // With their types, since an app that may not delete a type gets that error, regardless of the objects.
        let body = try DaemonRequest.body(SampleRoutes.deleteMany, DeleteJSON(samples))
        try await send(.delete, samples, body, as: .delete)
    }

    package func deleteObjects(of type: HKObjectType, predicate: PredicateNode) async throws -> Int {
        guard let type = type as? HKSampleType else {
            throw HKError(
                .errorInvalidArgument, "\(type.identifier) is not a sample type. Apps delete only samples.")
        }
        try Self.check([predicate])
        var request = try DaemonRequest(SampleRoutes.deleteMany, .matching(SampleQuery.Part(type, predicate)))
        request.headers.append((SampleRoutes.onceField, UUID().uuidString))
        return try await call(as: .delete, SampleRoutes.deleteMany, request)
    }

    /// Returns the objects as samples.
    /// - Parameters:
    ///   - verb: The operation, for the error of an empty array.
    ///   - fault: The error of an object that is not a sample.
    private static func samples(_ objects: [HKObject], to verb: String, else fault: String) throws -> [HKSample] {
        guard !objects.isEmpty else {
            throw HKError(.errorInvalidArgument, "There is nothing to \(verb): the array of objects is empty.")
        }
        return try objects.map { object in
            guard let sample = object as? HKSample else {
                throw HKError(.errorInvalidArgument, "An object of class \(Swift.type(of: object)) \(fault)")
            }
            return sample
        }
    }

    private func send(
        _ kind: RefusedChange.Kind, _ samples: [HKSample], _ body: Data, as operation: AppOperation
    ) async throws {
        try await healthKitErrors {
            try begin(operation)
            let change = UnsentChange(kind, samples.map(\.uuid), at: clock(), body: body)
            _ = try await unsent.send(change, isOffline: follower.isOffline)
        }
    }
}

extension RemoteAccess {
    package func addAttachment(
        to object: UUID, type: HKSampleType, name: String, contentType: String, file: URL,
        metadata: [String: HKMetadataValue]
    ) async throws -> StoredAttachment {
        var request = DaemonRequest(
            AttachmentRoutes.add.route, path: ["uuid": object.uuidString],
            query: [("type", type.identifier), ("name", name), ("contentType", contentType)])
        if !metadata.isEmpty { request.query.append(("metadata", JSONFormat.metadata.json(metadata).text)) }
        do {
            let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? NSNumber
            guard let size, size.intValue <= AttachmentRoutes.maximumBytes else {
                throw HKError(
                    .errorDataSizeExceeded, "An attachment has \(AttachmentRoutes.maximumBytes) bytes at most.")
            }
            request.body = try Data(contentsOf: file, options: .alwaysMapped)
        } catch let error as HKError {
            throw error
        } catch {
            throw HKError(.errorInvalidArgument, "The file at \(file.path) cannot be read: \(error)")
        }
        request.contentType = "application/octet-stream"
        request.isRepeatable = false
        return try await call(as: .save, AttachmentRoutes.add, request)
    }

    package func attachments(of object: UUID, type: HKSampleType) async throws -> [StoredAttachment] {
        try await call(
            AttachmentRoutes.list, path: ["uuid": object.uuidString], query: [("type", type.identifier)])
    }

    package func removeAttachment(_ uuid: UUID, from object: UUID, type: HKSampleType) async throws {
        try await call(
            as: .delete, AttachmentRoutes.remove, path: ["uuid": uuid.uuidString],
            query: [("sample", object.uuidString), ("type", type.identifier)], isRepeatable: false)
    }

    package func attachmentBytes(_ uuid: UUID, from offset: Int, count: Int?) async throws -> Data {
        var request = DaemonRequest(
            AttachmentRoutes.content, path: ["uuid": uuid.uuidString], query: [("offset", String(offset))])
        if let count { request.query.append(("count", String(count))) }
        request.accept = "application/octet-stream"
        return try await ask(request) { try await $0.bytes() }
    }
}
