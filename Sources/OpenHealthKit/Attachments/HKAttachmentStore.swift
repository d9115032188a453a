// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import UniformTypeIdentifiers

// Unchecked because the class is open and cannot be final; all of its stored properties are immutable and Sendable.
/// A store of files attached to objects, such as a photograph of a prescription or a medical report.
///
/// The files are stored in a folder next to the health database, which has the name of the database followed by `.attachments`.
/// The files of a database in memory are stored in a temporary folder. The maximum size of an attachment is 104,857,600 bytes
/// (100 MiB). Deleting an object deletes its attachments.
open class HKAttachmentStore: NSObject, @unchecked Sendable {
    private let store: HKHealthStore

    /// Creates an attachment store.
    /// - Parameter healthStore: The health store that contains the objects.
    public init(healthStore: HKHealthStore) {
        store = healthStore
    }

    /// Attaches a copy of a file to an object.
    /// - Parameters:
    ///   - object: An object that the app saved, of a type that it may save.
    ///   - name: The name of the attachment.
    ///   - contentType: The content type of the file.
    ///   - url: The file to copy.
    ///   - metadata: The metadata: `String`, `NSNumber`, `Date` or `HKQuantity` values by key.
    ///   - completion: Receives the attachment, or an error: `errorInvalidArgument` if the app did not save the object or the
    ///     file cannot be read, `errorDataSizeExceeded` if the file is too large, `errorAuthorizationDenied` if the app may not
    ///     save the type.
    @preconcurrency
    open func addAttachment(
        to object: HKObject, name: String, contentType: UTType, url: URL, metadata: [String: Any] = [:],
        completion: @escaping @Sendable (HKAttachment?, (any Error)?) -> Void
    ) {
        let values = Result { try BuilderMetadata.values(metadata) }
        perform(on: object) { access, uuid, type in
            HKAttachment(
                try await access.addAttachment(
                    to: uuid, type: type, name: name, contentType: contentType.identifier, file: url,
                    metadata: try values.get()))
        } completion: {
            $0.tell(completion)
        }
    }

    /// Attaches a copy of a file to an object; see ``addAttachment(to:name:contentType:url:metadata:completion:)``.
    nonisolated(nonsending) open func addAttachment(
        to object: HKObject, name: String, contentType: UTType, url: URL, metadata: [String: Any] = [:]
    ) async throws -> HKAttachment {
        try await withObject {
            addAttachment(
                to: object, name: name, contentType: contentType, url: url, metadata: metadata, completion: $0)
        }
    }

    /// Removes an attachment from an object.
    /// - Parameters:
    ///   - attachment: The attachment.
    ///   - object: The object, which the app must have saved.
    ///   - completion: Receives whether the attachment was removed, or an error: `errorInvalidArgument` if the object has no such
    ///     attachment.
    @preconcurrency
    open func removeAttachment(
        _ attachment: HKAttachment, from object: HKObject,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        perform(on: object) { access, uuid, type in
            try await access.removeAttachment(attachment.identifier, from: uuid, type: type)
        } completion: {
            $0.tell(completion)
        }
    }

    /// Removes an attachment from an object; see ``removeAttachment(_:from:completion:)``.
    open func removeAttachment(_ attachment: HKAttachment, from object: HKObject) async throws {
        try await withCompletion { removeAttachment(attachment, from: object, completion: $0) }
    }

    /// Reads the attachments of an object.
    /// - Parameters:
    ///   - object: An object that the app may read.
    ///   - completion: Receives the attachments in the order in which they were added, or an error: `errorNoData` if the object
    ///     does not exist.
    @preconcurrency
    open func getAttachments(
        for object: HKObject, completion: @escaping @Sendable ([HKAttachment]?, (any Error)?) -> Void
    ) {
        perform(on: object) { access, uuid, type in
            try await access.attachments(of: uuid, type: type).map(HKAttachment.init)
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
        on object: HKObject, _ body: @escaping @Sendable (any HealthAccess, UUID, HKSampleType) async throws -> T,
        completion: @escaping @Sendable (Result<T, any Error>) -> Void
    ) {
        let (uuid, type) = (object.uuid, (object as? HKSample)?.sampleType)
        store.context.perform { access in
            guard let type else {
                throw HKError(.errorInvalidArgument, "Only samples have attachments.")
            }
            return try await body(access, uuid, type)
        } completion: {
            completion($0)
        }
    }
}
