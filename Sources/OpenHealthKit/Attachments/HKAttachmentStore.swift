// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import UniformTypeIdentifiers

// Unchecked because the class is open and so cannot be final; all it stores is immutable and Sendable itself.
/// Keeps files beside objects: a photograph of a prescription, the report of a doctor.
///
/// The bytes lie in a folder beside the health database, named like it with `.attachments` behind; of a database in memory they
/// lie in a temporary folder. An attachment can have at most 104,857,600 bytes (100 MiB). It is deleted with its object.
open class HKAttachmentStore: NSObject, @unchecked Sendable {
    private let store: HKHealthStore

    /// Creates a store for attachments.
    /// - Parameter healthStore: the store of the objects.
    public init(healthStore: HKHealthStore) {
        store = healthStore
        super.init()
    }

    /// Puts a copy of a file beside an object.
    /// - Parameters:
    ///   - object: an object that the app has saved, of a type that it may save.
    ///   - name: the name that people see.
    ///   - contentType: the kind of the file.
    ///   - url: the file, which stays where it is.
    ///   - metadata: more about it: `String`, `NSNumber`, `Date` or `HKQuantity` by key.
    ///   - completion: takes the attachment, else an error: `errorInvalidArgument` for an object that the app has not saved and
    ///     for a file that cannot be read, `errorDataSizeExceeded` for one that is too large, `errorAuthorizationDenied` where
    ///     the app may not save the type.
    @preconcurrency
    open func addAttachment(
        to object: HKObject, name: String, contentType: UTType, url: URL, metadata: [String: Any] = [:],
        completion: @escaping @Sendable (HKAttachment?, (any Error)?) -> Void
    ) {
        let values = Result { try BuilderMetadata.values(metadata) }
        perform(on: object) { session, uuid, type in
            HKAttachment(
                try await session.addAttachment(
                    to: uuid, type: type, name: name, contentType: contentType.identifier, file: url,
                    metadata: try values.get()))
        } completion: {
            $0.tell(completion)
        }
    }

    /// Puts a copy of a file beside an object; see ``addAttachment(to:name:contentType:url:metadata:completion:)``.
    nonisolated(nonsending) open func addAttachment(
        to object: HKObject, name: String, contentType: UTType, url: URL, metadata: [String: Any] = [:]
    ) async throws -> HKAttachment {
        try await withObject {
            addAttachment(
                to: object, name: name, contentType: contentType, url: url, metadata: metadata, completion: $0)
        }
    }

    /// Removes a file from beside an object.
    /// - Parameters:
    ///   - attachment: the attachment.
    ///   - object: the object, which the app has saved.
    ///   - completion: takes whether it was removed, else an error, `errorInvalidArgument` where the object has no such attachment.
    @preconcurrency
    open func removeAttachment(
        _ attachment: HKAttachment, from object: HKObject,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        perform(on: object) { session, uuid, type in
            try await session.removeAttachment(attachment.identifier, from: uuid, type: type)
        } completion: {
            $0.tell(completion)
        }
    }

    /// Removes a file from beside an object; see ``removeAttachment(_:from:completion:)``.
    open func removeAttachment(_ attachment: HKAttachment, from object: HKObject) async throws {
        try await withCompletion { removeAttachment(attachment, from: object, completion: $0) }
    }

    /// Reads what files are beside an object.
    /// - Parameters:
    ///   - object: an object that the app may see.
    ///   - completion: takes the attachments in the order in which they were added, or an error, `errorNoData` where the object
    ///     is not there.
    @preconcurrency
    open func getAttachments(
        for object: HKObject, completion: @escaping @Sendable ([HKAttachment]?, (any Error)?) -> Void
    ) {
        perform(on: object) { session, uuid, type in
            try await session.attachments(of: uuid, type: type).map(HKAttachment.init)
        } completion: {
            $0.tell(completion)
        }
    }

    /// Returns the attachments of an object; see ``getAttachments(for:completion:)``.
    open func attachments(for object: HKObject) async throws -> [HKAttachment] {
        try await withObject { getAttachments(for: object, completion: $0) }
    }

    /// Returns a reader of the bytes of an attachment.
    open func dataReader(for attachment: HKAttachment) -> HKAttachmentDataReader {
        HKAttachmentDataReader(attachment, context: store.context)
    }

    private func perform<T: Sendable>(
        on object: HKObject, _ body: @escaping @Sendable (any HealthSession, UUID, HKSampleType) async throws -> T,
        completion: @escaping @Sendable (Result<T, any Error>) -> Void
    ) {
        let (uuid, type) = (object.uuid, (object as? HKSample)?.sampleType)
        store.context.perform { session in
            guard let type else {
                throw HKError(.errorInvalidArgument, "Only samples have attachments.")
            }
            return try await body(session, uuid, type)
        } completion: {
            completion($0)
        }
    }
}
