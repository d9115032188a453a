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

/// Documents of a body in a file. They are read one after the other, and so is the answer, which contains them.
enum NightscoutLargePush {
    /// The number of bytes of an answer that are sent at once.
    private static let piece = 256 << 10

    /// Saves documents, and answers with them and their identifiers.
    /// - Parameter isPut: Whether a single document is answered without a list, and one that was deleted is restored by the same content.
    static func save(
        _ scope: RequestScope, _ body: PushBody, in collection: NightscoutCollection, isPut: Bool
    ) async throws -> Response {
        let session = try scope.session()
        let answer = try await scope.blocking {
            let now = scope.services.configuration.clock()
            return try body.withBytes { bytes -> MappedBytes in
                let stream = try PhoneHandlers.readable { () throws(FormatError) in
                    try NightscoutStream(bytes, pages: body.pages, in: collection, now: now)
                }
                var writer = AnswerWriter(
                    try SpoolFile(beside: scope.database.spillPath), isList: stream.isArray || !isPut)
                let receipt = try session.save(in: collection, pages: body.pages, restoresDeleted: isPut) { body in
                    do {
                        try stream.readEach(body)
                    } catch let error as FormatError {
                        throw PhoneHandlers.problem(error)
                    }
                } reader: {
                    NightscoutStream.Samples(now: now, into: $0)
                } answer: {
                    try writer.add(NightscoutHandlers.named($0))
                }
                scope.services.metrics.samplesSaved.increment(by: receipt.allSamples.added)
                return try writer.finish()
            }
        }
        return Response(
            status: .ok, headers: [.contentType: "application/json"],
            body: ResponseBody(contentLength: answer.bytes.count) { writer in
                var position = 0
                while position < answer.bytes.count {
                    let end = min(position + piece, answer.bytes.count)
                    let part = ByteBuffer(bytes: UnsafeRawBufferPointer(rebasing: answer.bytes[position..<end]))
                    try await writer.write(part)
                    position = end
                    answer.release(before: position)
                }
                try await writer.finish(nil)
            })
    }
}

/// Writes the documents of an answer to a file.
private struct AnswerWriter {
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

    mutating func add(_ document: JSONValue) throws {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        bytes += document.bytes
        if bytes.count >= Self.buffer { try flush() }
    }

    private mutating func flush() throws {
        try bytes.withUnsafeBytes { try file.append($0) }
        bytes.removeAll(keepingCapacity: true)
    }

    /// Ends the answer, and returns it.
    mutating func finish() throws -> MappedBytes {
        if isList { bytes.append(UInt8(ascii: "]")) }
        try flush()
        return try file.mapped()
    }
}
