// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Writes the main document of an export as a phone does: the same elements, the same order of attributes, one blank
/// of indentation a level, dates with one fixed offset.
///
/// Elements are written one after another with nothing kept in memory but a buffer. Records, of which there are
/// millions, have a way of their own (``record(_:created:start:end:value:metadata:)``); everything else is made from
/// ``begin(_:)``, ``attribute(_:_:)`` and ``end()``. A class, since the buffer must not be copied. Used by one thread
/// at a time.
public final class ExportXMLWriter {
    /// The value of a record.
    public enum Value: Sendable {
        /// No `value` attribute.
        case none
        /// A number, written with six significant digits.
        case number(Double)
        /// A number, written with as many digits as reading it back takes.
        case exact(Double)
        /// The name of an enumeration's case.
        case text(String)
    }

    /// The number of written bytes, including those in the buffer.
    public var bytesWritten: Int64 { flushed + Int64(output.count) }

    private var sink: any ByteSink
    private var output: ExportBuffer
    private var flushed: Int64 = 0
    private var open: [StaticString] = []
    /// Whether the innermost element still takes attributes.
    private var isInTag = false

    /// Creates a writer.
    /// - Parameters:
    ///   - sink: where the bytes go.
    ///   - offset: the offset of all dates, in seconds east of UTC; a phone takes that of the moment of the export.
    public init(sink: any ByteSink, offset: Int) {
        self.sink = sink
        output = ExportBuffer(offset: offset)
    }

    deinit {
        output.deallocate()
    }

    // MARK: The document

    /// Writes everything before the first record and leaves `HealthData` open.
    /// - Parameters:
    ///   - locale: the phone's locale, such as `en_GB`.
    ///   - exportDate: seconds since 1970.
    ///   - characteristics: the attributes of `Me`.
    /// - Throws: what the sink throws.
    public func beginDocument(locale: String, exportDate: Int64, characteristics: [MetadataPair]) throws {
        try beginDocument(.phone, locale: locale, exportDate: exportDate, characteristics: characteristics)
    }

    /// Writes everything before the first record and leaves `HealthData` open.
    /// - Throws: what the sink throws.
    package func beginDocument(
        _ type: ExportDocumentType, locale: String, exportDate: Int64, characteristics: [MetadataPair]
    ) throws {
        output.put(text: type.text)
        try begin("HealthData")
        try attribute("locale", locale)
        try begin("ExportDate")
        try attribute("value", date: exportDate)
        try end()
        try begin("Me")
        for pair in characteristics { try attribute(named: pair.key, pair.value) }
        try end()
    }

    /// Ends `HealthData` and writes what is left in the buffer.
    /// - Throws: what the sink throws.
    public func endDocument() throws {
        while !open.isEmpty { try end() }
        try flush()
    }

    /// Writes what is left in the buffer.
    /// - Throws: what the sink throws.
    public func flush() throws {
        flushed += Int64(output.count)
        try sink.write(output.bytes)
        output.removeAll()
    }

    // MARK: Any element

    /// Begins an element inside the one that is open.
    /// - Throws: what the sink throws.
    public func begin(_ name: StaticString) throws {
        try openLine()
        output.put(0x3C)
        output.put(static: name)
        open.append(name)
        isInTag = true
    }

    /// Writes an attribute of the element just begun.
    /// - Throws: what the sink throws.
    public func attribute(_ name: StaticString, _ value: String) throws {
        beginAttribute(name)
        try putEscaped(value)
        output.put(0x22)
    }

    /// Writes an attribute whose name is not known beforehand.
    /// - Throws: what the sink throws.
    public func attribute(named name: String, _ value: String) throws {
        // checked: the order of calls does not depend on the values
        precondition(isInTag, "attributes stand before children")
        output.put(0x20)
        try put(Array(name.utf8))
        output.put(0x3D)
        output.put(0x22)
        try putEscaped(value)
        output.put(0x22)
    }

    /// Writes an attribute with a number of six significant digits.
    /// - Throws: what the sink throws.
    public func attribute(_ name: StaticString, number: Double) throws {
        beginAttribute(name)
        output.put(number: number)
        output.put(0x22)
    }

    /// Writes an attribute with a number of as many digits as reading it back takes.
    /// - Throws: what the sink throws.
    package func attribute(_ name: StaticString, exact number: Double) throws {
        beginAttribute(name)
        output.put(exact: number)
        output.put(0x22)
    }

    /// Writes the attribute of a device.
    /// - Throws: what the sink throws.
    package func attribute(_ name: StaticString, device: DeviceData) throws {
        try attribute(name, DeviceString.text(device))
    }

    /// Writes an attribute with a date, given in seconds since 1970.
    /// - Throws: what the sink throws.
    public func attribute(_ name: StaticString, date: Int64) throws {
        beginAttribute(name)
        output.put(date: date)
        output.put(0x22)
    }

    /// Ends the innermost element.
    /// - Throws: what the sink throws.
    public func end() throws {
        // checked: the order of calls does not depend on the values
        guard let name = open.popLast() else { preconditionFailure("no element is open") }
        if isInTag {
            isInTag = false
            output.put(0x2F)
            output.put(0x3E)
            output.put(0x0A)
        } else {
            output.indent(open.count)
            output.put(0x3C)
            output.put(0x2F)
            output.put(static: name)
            output.put(0x3E)
            output.put(0x0A)
        }
        try flushIfNeeded()
    }

    /// Writes metadata into the element that is open.
    /// - Throws: what the sink throws.
    public func metadata(_ metadata: ExportMetadata) throws {
        for element in metadata.elements {
            try openLine()
            try put(element)
            output.put(0x0A)
        }
        try flushIfNeeded()
    }

    // MARK: Records

    /// Writes a whole record.
    /// - Parameters:
    ///   - head: its type, source, device and unit.
    ///   - created: when it was made, in seconds since 1970.
    ///   - start: its first instant, in seconds since 1970.
    ///   - end: its last instant, in seconds since 1970.
    ///   - value: its value.
    ///   - metadata: its metadata.
    /// - Throws: what the sink throws.
    public func record(
        _ head: ExportRecordHead, created: Int64?, start: Int64, end: Int64, value: Value,
        metadata: ExportMetadata? = nil
    ) throws {
        try openLine()
        try putHead(head, created: created, start: start, end: end, value: value)
        guard let metadata, metadata.count > 0 else {
            output.put(0x2F)
            output.put(0x3E)
            output.put(0x0A)
            return try flushIfNeeded()
        }
        output.put(0x3E)
        output.put(0x0A)
        if open.count == 1 {
            try put(metadata.lines)
        } else {
            for element in metadata.elements {
                output.indent(open.count + 1)
                try put(element)
                output.put(0x0A)
            }
        }
        output.indent(open.count)
        output.put(static: "</Record>\n")
        try flushIfNeeded()
    }

    /// Begins an element with the attributes of a record and leaves it open for children; ``end()`` ends it.
    /// - Parameters:
    ///   - name: its name, which must be the one that the head was made with.
    ///   - head: its type, source, device and unit.
    ///   - created: when it was made, in seconds since 1970.
    ///   - start: its first instant, in seconds since 1970.
    ///   - end: its last instant, in seconds since 1970.
    ///   - value: its value.
    /// - Throws: what the sink throws.
    public func begin(
        _ name: StaticString, _ head: ExportRecordHead, created: Int64?, start: Int64, end: Int64, value: Value = .none
    ) throws {
        try openLine()
        try putHead(head, created: created, start: start, end: end, value: value)
        open.append(name)
        isInTag = true
    }

    private func putHead(_ head: ExportRecordHead, created: Int64?, start: Int64, end: Int64, value: Value) throws {
        try put(head.bytes)
        if let created {
            output.put(static: " creationDate=\"")
            output.put(date: created)
            output.put(0x22)
        }
        output.put(static: " startDate=\"")
        output.put(date: start)
        output.put(static: "\" endDate=\"")
        output.put(date: end)
        output.put(0x22)
        switch value {
        case .none:
            break
        case .number(let number):
            output.put(static: " value=\"")
            output.put(number: number)
            output.put(0x22)
        case .exact(let number):
            output.put(static: " value=\"")
            output.put(exact: number)
            output.put(0x22)
        case .text(let text):
            output.put(static: " value=\"")
            try putEscaped(text)
            output.put(0x22)
        }
    }

    // MARK: Bytes

    /// Ends the tag of the element around, and indents.
    private func openLine() throws {
        if isInTag {
            isInTag = false
            output.put(0x3E)
            output.put(0x0A)
        }
        output.indent(open.count)
    }

    private func beginAttribute(_ name: StaticString) {
        // checked: the order of calls does not depend on the values
        precondition(isInTag, "attributes stand before children")
        output.put(0x20)
        output.put(static: name)
        output.put(0x3D)
        output.put(0x22)
    }

    private func putEscaped(_ text: String) throws {
        var bytes: [UInt8] = []
        XMLEscape.append(text, to: &bytes)
        try put(bytes)
    }

    /// Texts may have any length, so these check for room before; the buffer keeps room for everything else.
    private func put(_ bytes: [UInt8]) throws {
        if bytes.count > ExportBuffer.slack / 2 {
            try flush()
            flushed += Int64(bytes.count)
            return try bytes.withUnsafeBytes { try sink.write($0) }
        }
        output.put(bytes)
        try flushIfNeeded()
    }

    @inline(__always)
    private func flushIfNeeded() throws {
        if output.isFull { try flush() }
    }
}
