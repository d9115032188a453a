// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// An event of a stream, according to the HTML standard.
struct ServerEvent: Equatable, Sendable {
    /// The last identifier in the stream.
    var id: String?
    /// The name of the event's type.
    var name: String?
    var data: String
}

/// A parser of the bytes of a stream of events.
struct ServerEventParser: Sendable {
    private var line: [UInt8] = []
    private var wasReturn = false
    private var id: String?
    private var name: String?
    private var data: [String] = []

    /// The maximum number of bytes of an event.
    private static let most = 1 << 20
    private var size = 0

    /// Parses some bytes.
    /// - Returns: the events that they complete.
    /// - Throws: a ``DaemonFailure`` if an event is too large.
    mutating func take(_ bytes: some Sequence<UInt8>) throws -> [ServerEvent] {
        var events: [ServerEvent] = []
        for byte in bytes {
            defer { wasReturn = byte == UInt8(ascii: "\r") }
            if byte == UInt8(ascii: "\n") && wasReturn { continue }
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                if let event = endLine() { events.append(event) }
                continue
            }
            size += 1
            guard size <= Self.most else { throw DaemonFailure.unreadable("an event of the stream is too large.") }
            line.append(byte)
        }
        return events
    }

    private mutating func endLine() -> ServerEvent? {
        let text = String(decoding: line, as: UTF8.self)
        line.removeAll(keepingCapacity: true)
        if text.isEmpty {
            defer { (name, data, size) = (nil, [], 0) }
            return data.isEmpty ? nil : ServerEvent(id: id, name: name, data: data.joined(separator: "\n"))
        }
        // A comment.
        if text.hasPrefix(":") {
            if data.isEmpty && name == nil { size = 0 }
            return nil
        }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        var value = parts.count > 1 ? parts[1] : ""
        if value.hasPrefix(" ") { value.removeFirst() }
        switch parts[0] {
        case "id": id = String(value)
        case "event": name = String(value)
        case "data": data.append(String(value))
        default: break
        }
        return nil
    }
}
