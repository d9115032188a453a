// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The JSON of a push whose records are parsed one after the other, so that the memory for them does not depend on their number.
///
/// The structure around the records is only matched by its brackets. A record that is not JSON is read as null.
struct PushDocument {
    /// A key of an object with the place of its value, which is not parsed.
    struct Entry {
        let key: String
        /// The JSON pointer of the value.
        let pointer: String
        private let cursor: JSONCursor
        private let kind: UInt8?

        fileprivate init(key: String, pointer: String, cursor: JSONCursor) {
            var cursor = cursor
            kind = cursor.peek()
            self.key = key
            self.pointer = pointer
            self.cursor = cursor
        }

        /// Whether the value is an array.
        var isList: Bool { kind == UInt8(ascii: "[") }
        /// Whether the value is an object.
        var isObject: Bool { kind == UInt8(ascii: "{") }

        /// Whether the value is null.
        var isNull: Bool { kind == UInt8(ascii: "n") }

        /// Whether the value is true.
        var isTrue: Bool {
            var cursor = cursor
            return kind == UInt8(ascii: "t") && (try? cursor.value()) == .bool(true)
        }

        /// The value if it is a string.
        var text: String? {
            var cursor = cursor
            return kind == UInt8(ascii: "\"") ? (try? cursor.value())?.string : nil
        }

        /// The number of elements of an array.
        var count: Int {
            var number = 0
            var cursor = cursor
            try? cursor.elements { _, cursor in
                number += 1
                try cursor.skip()
            }
            return number
        }

        /// Calls a closure with each element of an array.
        func readEach(_ body: (PushJSON) -> Void) {
            var cursor = cursor
            // The document was matched before. If the work has ended, the rest is missing, and the sink has the error.
            try? cursor.elements { index, cursor in
                let value = try cursor.value(maximumValues: PushJSON.maximumValues)
                body(PushJSON(value ?? .null, place: pointer, index: index))
            }
        }

        /// The entries of an object, in order.
        var entries: [Entry] { PushDocument.entries(cursor, pointer: pointer) }
    }

    /// The entries of the document, in order.
    let entries: [Entry]

    /// Returns the entry of a key; the last one if there are several.
    subscript(key: String) -> Entry? { entries.last { $0.key == key } }

    /// Calls a closure with a document.
    /// - Parameters:
    ///   - app: The name of the app, for errors.
    ///   - example: The beginning of a push of the app, for errors.
    ///   - sink: The receiver of the first batches of a large push.
    /// - Throws: A ``FormatError`` if the body is not an object in JSON, and errors of the closure.
    static func read(
        _ body: some Sequence<UInt8>, of app: String, example: String, for sink: PushSink? = nil,
        _ read: (PushDocument) throws(FormatError) -> PushedBatch
    ) throws(FormatError) -> PushedBatch {
        func result(_ bytes: UnsafeBufferPointer<UInt8>) -> Result<PushedBatch, FormatError> {
            do throws(FormatError) {
                return .success(try read(try PushDocument(bytes, of: app, example: example, for: sink)))
            } catch {
                return .failure(error)
            }
        }
        if let found = body.withContiguousStorageIfAvailable(result) { return try found.get() }
        return try Array(body).withUnsafeBufferPointer(result).get()
    }

    private init(
        _ bytes: UnsafeBufferPointer<UInt8>, of app: String, example: String, for sink: PushSink?
    ) throws(FormatError) {
        let start = JSONCursor(bytes, for: sink)
        var cursor = start
        guard cursor.peek() == UInt8(ascii: "{") else {
            throw FormatError(
                .notAPush, file: app, message: "the push is not a JSON object",
                remedy: "send the JSON of the app, such as \(example)")
        }
        let count: Int
        do {
            count = try Self.count(&cursor)
            guard cursor.peek() == nil else { throw JSONCursor.Broken(position: cursor.position) }
        } catch {
            throw PushJSON.isNotJSON(app)
        }
        guard count <= PushJSON.maximumValues else {
            throw FormatError(
                .tooLarge, file: app, message: "the push has more than \(PushJSON.maximumValues) records",
                remedy: "send fewer days at once")
        }
        entries = Self.entries(start, pointer: "")
    }

    /// Matches the structure of an object, and returns the number of elements of its lists.
    private static func count(_ cursor: inout JSONCursor, depth: Int = 0) throws -> Int {
        var number = 0
        try cursor.entries { _, cursor in
            switch cursor.peek() {
            case UInt8(ascii: "["):
                try cursor.elements { _, cursor in
                    number += 1
                    try cursor.skip()
                }
            case UInt8(ascii: "{") where depth == 0: number += try count(&cursor, depth: 1)
            default: try cursor.skip()
            }
        }
        return number
    }

    private static func entries(_ cursor: JSONCursor, pointer: String) -> [Entry] {
        var cursor = cursor
        var entries: [Entry] = []
        // The document was matched before. If the work has ended, the rest is missing, and the sink has the error.
        try? cursor.entries { key, cursor in
            entries.append(Entry(key: key, pointer: "\(pointer)/\(PushJSON.escaped(key))", cursor: cursor))
            try cursor.skip()
        }
        return entries
    }
}
