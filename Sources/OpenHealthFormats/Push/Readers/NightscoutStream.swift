// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The documents of a large request to Nightscout's interface, which are read one after the other, each time anew.
package struct NightscoutStream {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let pages: MappedBytes?
    private let collection: NightscoutCollection
    private let now: Date

    /// The name of the app in errors.
    private static let app = "Nightscout"

    /// The maximum number of bytes of a document that is parsed. White space and escapes make the text of a document longer than
    /// ``NightscoutDocument/maximumBytes``.
    private static let maximumBytes = 8 * NightscoutDocument.maximumBytes

    /// Whether the body is a list of documents, and not a single one.
    package let isArray: Bool

    /// Creates a stream.
    /// - Parameters:
    ///   - pages: The mapped bytes of the body; nil for bytes in memory.
    ///   - now: The current date; see ``NightscoutReader/documents(_:in:now:)``.
    /// - Throws: A ``FormatError`` if the body is neither an object nor an array.
    package init(
        _ bytes: UnsafeBufferPointer<UInt8>, pages: MappedBytes? = nil, in collection: NightscoutCollection, now: Date
    ) throws(FormatError) {
        var cursor = JSONCursor(bytes)
        switch cursor.peek() {
        case UInt8(ascii: "["): isArray = true
        case UInt8(ascii: "{"): isArray = false
        default:
            let value = try? cursor.value(leniency: .parts)
            guard value != nil, cursor.peek() == nil else { throw PushJSON.isNotJSON(Self.app) }
            throw NightscoutReader.isNoPush
        }
        self.bytes = bytes
        self.pages = pages
        self.collection = collection
        self.now = now
    }

    /// Calls a closure with each document.
    /// - Throws: A ``FormatError`` if the body is not JSON or has too many documents, and the errors of the closure.
    package func readEach(_ body: (NightscoutDocument) throws -> Void) throws {
        var cursor = JSONCursor(bytes, pages: pages)
        do {
            if isArray {
                try cursor.elements { index, cursor in
                    guard index < PushJSON.maximumValues else {
                        throw FormatError(
                            .tooLarge, file: Self.app,
                            message: "the push has more than \(PushJSON.maximumValues) documents",
                            remedy: "send fewer days at once")
                    }
                    try read(&cursor, index, body)
                }
            } else {
                try read(&cursor, nil, body)
            }
            guard cursor.peek() == nil else { throw JSONCursor.Broken(position: cursor.position) }
        } catch is JSONCursor.Broken {
            throw PushJSON.isNotJSON(Self.app)
        }
    }

    private func read(
        _ cursor: inout JSONCursor, _ index: Int?, _ body: (NightscoutDocument) throws -> Void
    ) throws {
        _ = cursor.peek()
        var start = cursor
        try cursor.skip()
        guard cursor.position - start.position <= Self.maximumBytes else {
            var document = NightscoutReader.document(
                PushJSON(.null, place: "", index: index), in: collection, now: now)
            document.fault = "the document is longer than \(NightscoutDocument.maximumBytes) bytes"
            return try body(document)
        }
        guard let value = try start.value(leniency: .parts) else { throw PushJSON.isNotJSON(Self.app) }
        for document in NightscoutReader.documents(
            PushJSON(value, place: "", index: index), in: collection, now: now)
        {
            try body(document)
        }
    }

    /// A reader of the samples of the documents.
    package struct Samples: NightscoutSampleReader {
        private var builder: PushBuilder

        /// Creates a reader.
        /// - Parameter sink: The receiver of the batches but the last one.
        package init(now: Date, into sink: PushSink) {
            builder = PushBuilder(missing: NightscoutReader.missing, now: now, sink: sink)
        }

        package mutating func read(_ document: NightscoutDocument) -> [NightscoutPart: UUID] {
            let parts = NightscoutReader.add(document, to: &builder)
            builder.endRecord()
            return parts
        }

        package func end() -> PushedBatch { builder.batch }
    }
}
