// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

extension AppAccess {
    /// Adds an attachment to a sample that the app has saved, by copying the bytes of a file.
    /// - Throws: An `HKError`: `errorInvalidArgument` if the sample doesn't exist or is another app's, or the file can't be read;
    ///   `errorDataSizeExceeded` if the file is too large; the errors of saving if the app has no permission.
    package func addAttachment(
        to object: UUID, type: HKSampleType, name: String, contentType: String, file: URL,
        metadata: [String: HKMetadataValue]
    ) throws -> StoredAttachment {
        // The permission is checked before anything is copied.
        let upload = try beginAttachment(to: object, type: type)
        try upload.copy(file)
        return try addAttachment(
            upload, to: object, type: type, name: name, contentType: contentType, metadata: metadata)
    }

    /// Begins an attachment of a sample that the app has saved. The caller writes the bytes and then adds the attachment.
    /// - Throws: An `HKError`: `errorInvalidArgument` if the sample doesn't exist or is another app's; the errors of saving if
    ///   the app has no permission.
    package func beginAttachment(to object: UUID, type: HKSampleType) throws -> AttachmentUpload {
        let rest = try read { db in
            try checkSharing(db, type, to: "attach files to")
            _ = try ownSample(RecordReader(db), object, type)
            return try attachable(db)
        }
        if let rest, rest.most == 0 { throw rest.refusal }
        return try AttachmentFolder(database).begin(UUID(), rest: rest)
    }

    /// Checks that the app can attach a number of bytes in addition to its attachments.
    /// - Throws: ``QuotaExceeded`` if it can't.
    package func checkAttachable(_ bytes: Int) throws {
        if let rest = try read(attachable), bytes > rest.most { throw rest.refusal }
    }

    /// Returns the number of bytes that the app can still attach, and the error for more; nil for an app without quotas.
    private func attachable(_ db: Database) throws -> (most: Int, refusal: QuotaExceeded)? {
        guard hasQuotas else { return nil }
        return (
            try QuotaTable.attachable(db, app: app.identifier, at: clock()),
            QuotaExceeded(
                quota: .attachmentBytes, limit: try QuotaTable.limit(db, .attachmentBytes, app: app.identifier))
        )
    }

    /// Adds an attachment whose bytes have been written to a sample that the app has saved.
    /// - Throws: An `HKError`, as ``beginAttachment(to:type:)``.
    package func addAttachment(
        _ upload: AttachmentUpload, to object: UUID, type: HKSampleType, name: String, contentType: String,
        metadata: [String: HKMetadataValue]
    ) throws -> StoredAttachment {
        var added: StoredAttachment?
        _ = try addAttachment(
            upload, to: object, type: type, name: name, contentType: contentType, metadata: metadata, once: nil
        ) { attachment in
            added = attachment
            return IdempotencyResponse(status: 0, body: Data())
        }
        guard let added else { throw StoreError.inconsistent("the attachment that was just added is missing") }
        return added
    }

    /// Adds an attachment as the other method does, at most once for each request. The bytes of a repeated request are discarded.
    /// - Parameter response: Returns the response for the attachment.
    /// - Throws: An `HKError`, as ``beginAttachment(to:type:)``, or ``IdempotencyConflict``.
    package func addAttachment(
        _ upload: AttachmentUpload, to object: UUID, type: HKSampleType, name: String, contentType: String,
        metadata: [String: HKMetadataValue], once request: IdempotencyRecord?,
        response: (StoredAttachment) -> IdempotencyResponse
    ) throws -> IdempotencyResponse {
        do {
            try HKObjectValidation.checkMetadata(metadata, subject: type.identifier)
            try HKObjectValidation.checkTexts(metadata, subject: type.identifier)
        } catch {
            throw HKError(.errorInvalidArgument, error.description)
        }
        let folder = AttachmentFolder(database)
        let size = try upload.close()
        let attachment = StoredAttachment(
            uuid: upload.uuid, name: name, contentType: contentType, size: size, created: clock(), metadata: metadata)
        return try once(request, as: .save) { db in
            try checkSharing(db, type, to: "attach files to")
            let sample = try ownSample(RecordReader(db), object, type)
            if let rest = try attachable(db), size > rest.most { throw rest.refusal }
            folder.removeOthers(than: try AttachmentFolder.attachments(db))
            try folder.finish(upload)
            try db.execute(
                sql: """
                    INSERT INTO attachment (uuid, sample, name, content_type, size, created, metadata, app)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    upload.uuid.bytes, sample.id, name, contentType, size,
                    attachment.created.timeIntervalSince1970, StoredMetadata.write(metadata),
                    app.identifier,
                ])
            return response(attachment)
        }
    }

    /// Returns the attachments of a visible sample, in the order in which they were added.
    /// - Throws: An `HKError`: `errorNoData` if there is no such sample.
    package func attachments(of object: UUID, type: HKSampleType) throws -> [StoredAttachment] {
        try read(noting: { $0.isEmpty ? [] : [AccessNote(type, count: $0.count)] }) { db in
            let sample = try visibleSample(RecordReader(db), object, type: type)
            return try Self.attachments(db, where: "sample = ?", sample.id)
        }
    }

    /// Returns an attachment of a visible sample.
    /// - Throws: An `HKError`: `errorNoData` if there is no such attachment.
    package func attachment(_ uuid: UUID) throws -> StoredAttachment {
        typealias Found = (attachment: StoredAttachment, type: HKSampleType)
        return try read(noting: { (found: Found) in [AccessNote(found.type, count: 1)] }) { db in
            let type = try attachedSample(RecordReader(db), uuid).type
            guard let attachment = try Self.attachments(db, where: "uuid = ?", uuid.bytes).first else {
                throw StoreError.inconsistent("the attachment that was just found is missing")
            }
            return (attachment: attachment, type: type)
        }.attachment
    }

    /// Returns attachments in the order in which they were added.
    private static func attachments(
        _ db: Database, where condition: String, _ value: any DatabaseValueConvertible
    ) throws -> [StoredAttachment] {
        try AttachmentRow.fetchAll(
            db.cachedStatement(
                sql: "SELECT \(AttachmentRow.Columns.selection) FROM attachment WHERE \(condition) ORDER BY id"),
            arguments: [value]
        ).map(\.attachment)
    }

    /// Removes an attachment from a sample that the app has saved.
    /// - Throws: An `HKError`: `errorInvalidArgument` if the sample has no such attachment or is another app's.
    package func removeAttachment(_ uuid: UUID, from object: UUID, type: HKSampleType) throws {
        try write(as: .delete) { db in
            try checkSharing(db, type, to: "remove files from")
            let sample = try ownSample(RecordReader(db), object, type)
            try db.execute(
                sql: "DELETE FROM attachment WHERE uuid = ? AND sample = ?", arguments: [uuid.bytes, sample.id])
            guard db.changesCount > 0 else {
                throw HKError(.errorInvalidArgument, "The object has no attachment with the identifier \(uuid).")
            }
        }
        removeUnusedAttachments()
    }

    /// Returns the file of an attachment of a visible sample.
    /// - Throws: An `HKError`: `errorNoData` if there is no such attachment.
    package func attachmentFile(_ uuid: UUID) throws -> (file: URL, name: String, contentType: String) {
        let attachment = try attachment(uuid)
        return (AttachmentFolder(database).file(uuid), attachment.name, attachment.contentType)
    }

    /// Removes the files of attachments whose sample has been deleted. If this fails, a later call removes them.
    package func removeUnusedAttachments() { database.removeUnusedAttachments() }

    private func ownSample(_ reader: RecordReader, _ uuid: UUID, _ type: HKSampleType) throws -> RawSample {
        guard let sample = try ownSample(uuid, reader),
            try reader.type(sample.type).identifier == type.identifier
        else {
            throw HKError(
                .errorInvalidArgument,
                "\(app.name) has saved no object of \(type.identifier) with the UUID \(uuid). Save the object before its attachments; "
                    + "those of other apps cannot be changed.")
        }
        return sample
    }
}

/// A row of the table of attachments.
private struct AttachmentRow: FetchableRecord {
    enum Columns: String, SelectedColumns {
        case uuid, name, size, created, metadata
        case contentType = "content_type"
    }

    let attachment: StoredAttachment

    init(row: Row) throws {
        guard let uuid = UUID(bytes: try row.value(of: Columns.uuid)) else {
            throw StoreError.inconsistent("an attachment has no UUID")
        }
        let metadata: String? = try row.value(of: Columns.metadata)
        attachment = StoredAttachment(
            uuid: uuid, name: try row.value(of: Columns.name), contentType: try row.value(of: Columns.contentType),
            size: try row.value(of: Columns.size), created: try row.date(of: Columns.created),
            metadata: metadata.map { StoredMetadata.read($0, isTyped: true) } ?? [:])
    }
}
