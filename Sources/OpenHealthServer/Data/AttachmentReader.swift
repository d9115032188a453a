// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import HTTPTypes
import OpenHealthAPI
import OpenHealthModel
import OpenHealthStore
import HummingbirdCore
import NIOCore

/// A reader that writes the body of a request to the file of an attachment in parts.
struct AttachmentReader: Sendable {
    private let scope: RequestScope
    /// The upload of the app, which reserves the bytes.
    private let place: AttachmentUploads.Upload

    /// The number of bytes that are collected before they are written.
    private static let partSize = 1 << 18

    init(_ scope: RequestScope, _ place: AttachmentUploads.Upload) {
        self.scope = scope
        self.place = place
    }

    /// Reads the body.
    /// - Returns: The SHA-256 of the body.
    /// - Throws: A ``Problem`` for a body that has another type, is too large or is too slow.
    func read(into upload: AttachmentUpload) async throws -> Data {
        let request = scope.request
        let given = request.headers[.contentType]?.split(separator: ";").first
        guard given?.trimmingCharacters(in: .whitespaces).lowercased() == "application/octet-stream" else {
            throw Problem(
                .unsupportedMediaType,
                "Send application/octet-stream, and state it in Content-Type; the parameter contentType is the type of the file."
            )
        }
        if let length = request.headers[.contentLength].flatMap({ Int($0) }) {
            guard length <= AttachmentRoutes.maximumBytes else { throw Self.tooLarge }
            try await scope.blocking { try place.reserve(upTo: length) }
        }
        let seconds = scope.services.configuration.limits.uploadSeconds
        let clock = scope.services.steadyClock
        let end = clock.now + .seconds(seconds)
        var gathered = ByteBuffer()
        var hash = SHA256()
        for try await part in request.body {
            guard clock.now < end else {
                throw Problem(.requestTimeout, "The body did not arrive within \(seconds) seconds.")
            }
            hash.update(data: Data(part.readableBytesView))
            gathered.writeImmutableBuffer(part)
            if gathered.readableBytes >= Self.partSize {
                try await write(gathered, upload)
                gathered.clear()
            }
        }
        try await write(gathered, upload)
        return Data(hash.finalize())
    }

    private func write(_ bytes: ByteBuffer, _ upload: AttachmentUpload) async throws {
        guard upload.size + bytes.readableBytes <= AttachmentRoutes.maximumBytes else { throw Self.tooLarge }
        try await scope.blocking {
            try place.reserve(upTo: upload.size + bytes.readableBytes)
            try bytes.withUnsafeReadableBytes { try upload.write($0) }
        }
    }

    private static var tooLarge: Problem {
        Problem(
            .contentTooLarge, "An attachment can have \(AttachmentRoutes.maximumBytes) bytes at most.",
            healthKitCode: HKError.Code.errorDataSizeExceeded.rawValue)
    }
}

extension QueryText {
    /// Returns the name of an attachment, which is displayed but not used for a file.
    func attachmentName() throws(Problem) -> String {
        let name = try text("name")
        guard AttachmentRoutes.nameLength.contains(name.utf8.count),
            !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else {
            throw problem(
                "name",
                "Expected 1 to \(AttachmentRoutes.nameLength.upperBound) bytes without control characters.",
                kind: .invalidArgument)
        }
        return name
    }

    /// Returns the content type of an attachment.
    func attachmentContentType() throws(Problem) -> String {
        let given = scope.query("contentType") ?? "public.data"
        if given.contains("/") {
            // A media type can have parameters. A plus sign in its name that is not escaped arrives as a space.
            let media = given.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
            guard let type = MediaTypes.uniformType(ofMediaType: Self.withPlusSigns(media)) else {
                throw problem(
                    "contentType",
                    "Unknown media type. Send the identifier of the uniform type, such as public.jpeg, or omit it.",
                    kind: .invalidArgument)
            }
            return type
        }
        let type = given
        let letters = type.utf8.enumerated().allSatisfy { place, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "_"): place > 0
            default: false
            }
        }
        guard letters, (1...255).contains(type.utf8.count) else {
            throw problem(
                "contentType",
                "Expected a media type, such as image/jpeg, or the identifier of a uniform type, such as public.jpeg.")
        }
        return type
    }

    /// Returns the metadata of an attachment.
    func attachmentMetadata() throws(Problem) -> [String: HKMetadataValue] {
        guard let text = scope.query("metadata") else { return [:] }
        guard let json = JSONValue(text) else {
            throw problem("metadata", "Expected JSON.", kind: .invalidArgument)
        }
        let reader = JSONReader(json, pointer: "?metadata")
        return try Problem.ofContent { () throws(Problem) in
            let metadata = try JSONFormat.metadata.decode(reader)
            try MetadataKeyCheck.check(reader)
            return metadata
        }
    }
}
