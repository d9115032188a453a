// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import CoreMetrics
import Foundation
import Hummingbird
import NIOCore
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore

/// Documents of a body in a file. They are read one after the other, and so is the response, which contains them.
enum NightscoutLargePush {
    /// The number of bytes of a response that are sent at once.
    private static let piece = 256 << 10

    /// Saves documents, and responds with them and their identifiers.
    /// - Parameter isPut: Whether a single document is answered without a list, and one that was deleted is restored by the same content.
    static func save(
        _ scope: RequestScope, _ body: PushBody, in collection: NightscoutCollection, isPut: Bool
    ) async throws -> Response {
        let access = try scope.access()
        let response = try await scope.blocking {
            let now = scope.services.configuration.clock()
            return try body.withBytes { bytes -> MappedBytes in
                let stream = try PhoneHandlers.readable { () throws(FormatError) in
                    try NightscoutStream(bytes, pages: body.pages, in: collection, now: now)
                }
                var writer = DocumentResponse(
                    try SpoolFile(beside: scope.database.spillPath), isList: stream.isArray || !isPut)
                let receipt = try access.save(in: collection, pages: body.pages, restoresDeleted: isPut) { body in
                    do {
                        try stream.readEach(body)
                    } catch let error as FormatError {
                        throw PhoneHandlers.problem(error)
                    }
                } reader: {
                    NightscoutStream.Samples(now: now, into: $0)
                } receive: { document, json in
                    try writer.add(json ?? NightscoutHandlers.named(document).bytes)
                }
                scope.services.metrics.samplesSaved.increment(by: receipt.allSamples.added)
                return try writer.finish()
            }
        }
        return Response(
            status: .ok, headers: [.contentType: "application/json"],
            body: ResponseBody(contentLength: response.bytes.count) { writer in
                var position = 0
                while position < response.bytes.count {
                    let end = min(position + piece, response.bytes.count)
                    let part = ByteBuffer(bytes: UnsafeRawBufferPointer(rebasing: response.bytes[position..<end]))
                    try await writer.write(part)
                    position = end
                    response.release(before: position)
                }
                try await writer.finish(nil)
            })
    }
}

/// Writes the documents of a response to a file.
private struct DocumentResponse {
    private let file: SpoolFile
    private let isList: Bool
    private var bytes: [UInt8] = []
    private var isFirst = true

    private static let buffer = 256 << 10

    init(_ file: SpoolFile, isList: Bool) {
        self.file = file
        self.isList = isList
        if isList { bytes.append(UInt8(ascii: "[")) }
    }

    /// Adds a document as JSON in UTF-8.
    mutating func add(_ document: [UInt8]) throws {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        bytes += document
        if bytes.count >= Self.buffer { try flush() }
    }

    private mutating func flush() throws {
        try bytes.withUnsafeBytes { try file.append($0) }
        bytes.removeAll(keepingCapacity: true)
    }

    /// Ends the response, and returns it.
    mutating func finish() throws -> MappedBytes {
        if isList { bytes.append(UInt8(ascii: "]")) }
        try flush()
        return try file.mapped()
    }
}
