// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession

/// The routes for attachments of samples.
package enum AttachmentRoutes {
    package static let all = [list.route, add.route, read.route, content, remove.route]

    /// The maximum number of bytes of an attachment, which is that of the store.
    package static let maximumBytes = 100 << 20
    /// The number of bytes of a name.
    package static let nameLength = 1...1000
    /// The pattern of uniform type identifiers.
    package static let contentTypePattern =
        "^[A-Za-z0-9][A-Za-z0-9.+_-]{0,126}(/[A-Za-z0-9][A-Za-z0-9.+_-]{0,126}( *;.*)?)?$"

    package static let list = Endpoint<Void, [StoredAttachment]>(
        "readAttachments", .get, "/v1/samples/{uuid}/attachments", for: .app, "The attachments of a sample",
        parameters: [sample, type],
        response: .only("attachments", .array(of: StoredAttachment.format)),
        "The attachments, in the order in which they were added.",
        problems: [.forbidden])

    package static let add = Endpoint<Void, StoredAttachment>(
        "addAttachment", .post, "/v1/samples/{uuid}/attachments", for: .app,
        "Attaches a file to one of the app's samples",
        details: """
            The body is the bytes of the file, 100 MiB at most. Name, type and metadata are parameters of the
            query, since none of them is needed to read the bytes. With a key, the request can be repeated if there was no response:
            the file is attached once, and the response is the same for 24 hours. An app uploads four files at a time; the bytes of unfinished
            uploads count against its quota.
            """,
        parameters: [
            sample, type,
            .query(
                "name", .string(length: nameLength), "The display name, which is not used as a path.",
                isRequired: true),
            .query(
                "contentType", .string(pattern: contentTypePattern),
                "A media type, such as image/jpeg, or the identifier of a uniform type, such as public.jpeg; public.data by default."
            ),
            .query("metadata", .string(), "The metadata: a JSON object, as for samples."), SampleRoutes.onceKey,
        ],
        body: APIBody([("application/octet-stream", .string(format: "binary"))], most: maximumBytes),
        response: StoredAttachment.format, "The attachment.", status: 201,
        problems: [.forbidden, .invalidArgument, .conflict, .contentTooLarge, .insufficientStorage])

    package static let read = Endpoint<Void, StoredAttachment>(
        "readAttachment", .get, "/v1/attachments/{uuid}", for: .app, "The properties of an attachment",
        parameters: [attachment],
        response: StoredAttachment.format, "The attachment.")

    package static let content = APIRoute(
        "readAttachmentContent", .get, "/v1/attachments/{uuid}/content", for: .app, "The bytes of an attachment",
        details: """
            The file has its name and, if it is one of a picture, sound, video, PDF or data, its media type; others are \
            application/octet-stream. Browsers save it and neither display nor run it. The bytes of an attachment never change. A \
            header `Range` with several ranges is ignored, and so is one beside `offset` or `count`.
            """,
        parameters: [
            attachment, .query("offset", .integer(0...Int.max), "The number of bytes to skip."),
            .query("count", .integer(0...Int.max), "The maximum number of bytes."),
            .header("Range", .string(), "A range of bytes (RFC 9110, 14), such as bytes=100-199."),
            .header("If-Range", .string(), "The `ETag` of the response that the range continues."), .earlierTag,
        ],
        responses: [
            APIResponse(
                200, "The bytes.",
                MediaTypes.downloads.map { ($0, JSONSchema.string(format: "binary")) }),
            APIResponse(
                206, "The bytes of the range.",
                MediaTypes.downloads.map { ($0, JSONSchema.string(format: "binary")) }),
            .unchanged,
        ], problems: [.rangeNotSatisfiable])

    package static let remove = Endpoint<Void, Void>(
        "removeAttachment", .delete, "/v1/attachments/{uuid}", for: .app,
        "Removes an attachment from one of the app's samples",
        parameters: [
            attachment, .query("sample", .uuid, "The sample; by default the one that the file is attached to."),
            type,
        ],
        response: .nothing, "It is removed.",
        problems: [.forbidden, .invalidArgument])

    private static let sample = APIParameter.path("uuid", .uuid, "The sample.")
    private static let attachment = APIParameter.path("uuid", .uuid, "The attachment.")
    private static let type = APIParameter.query(
        "type", .named("TypeName"),
        "The type of the sample. With it, a type that was never requested is a different error.")
}
