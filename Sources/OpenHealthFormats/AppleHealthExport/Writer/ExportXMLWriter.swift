// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Writes the main document of an export like a phone: with the same elements and order of attributes, an indentation of one
/// space per level, and dates with one fixed offset.
///
/// Elements are written sequentially, and only a buffer is kept in memory. Records, of which there are millions, are written with
/// ``record(_:created:start:end:value:metadata:)``; other elements with ``begin(_:)``, ``attribute(_:_:)`` and ``end()``. A
/// class, because the buffer must not be copied. Used by one thread at a time.
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
    /// Whether the innermost element still accepts attributes.
    private var isInTag = false

    /// Creates a writer.
    /// - Parameters:
    ///   - sink: The destination of the bytes.
    ///   - offset: The offset of all dates, in seconds east of UTC. A phone uses its current offset.
    public init(sink: any ByteSink, offset: Int) {
        self.sink = sink
        output = ExportBuffer(offset: offset)
    }

    deinit {
        output.deallocate()
    }

    // MARK: The document

    /// Writes the prolog and the elements before the first record, and leaves `HealthData` open.
    /// - Parameters:
    ///   - locale: The phone's locale, such as `en_GB`.
    ///   - exportDate: The date in seconds since 1970.
    ///   - characteristics: The attributes of `Me`.
    /// - Throws: The error of the sink.
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

    /// Ends `HealthData` and flushes the buffer.
    /// - Throws: The error of the sink.
    public func endDocument() throws {
        while !open.isEmpty { try end() }
        try flush()
    }

    /// Flushes the buffer.
    /// - Throws: The error of the sink.
    public func flush() throws {
        flushed += Int64(output.count)
        try sink.write(output.bytes)
        output.removeAll()
    }

    // MARK: Any element

    /// Begins an element inside the open one.
    /// - Throws: The error of the sink.
    public func begin(_ name: StaticString) throws {
        try openLine()
        output.put(0x3C)
        output.put(static: name)
        open.append(name)
        isInTag = true
    }

    /// Writes an attribute of the element that was just begun.
    /// - Throws: The error of the sink.
    public func attribute(_ name: StaticString, _ value: String) throws {
        beginAttribute(name)
        try putEscaped(value)
        output.put(0x22)
    }

    /// Writes an attribute whose name is not a static string.
    /// - Throws: The error of the sink.
    public func attribute(named name: String, _ value: String) throws {
        // checked: the order of calls does not depend on the values
        precondition(isInTag, "attributes come before child elements")
        output.put(0x20)
        try put(Array(name.utf8))
        output.put(0x3D)
        output.put(0x22)
        try putEscaped(value)
        output.put(0x22)
    }

    /// Writes an attribute with a number in six significant digits.
    /// - Throws: The error of the sink.
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
    /// - Throws: The error of the sink.
    public func attribute(_ name: StaticString, date: Int64) throws {
        beginAttribute(name)
        output.put(date: date)
        output.put(0x22)
    }

    /// Ends the innermost element.
    /// - Throws: The error of the sink.
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

    /// Writes metadata into the open element.
    /// - Throws: The error of the sink.
    public func metadata(_ metadata: ExportMetadata) throws {
        for element in metadata.elements {
            try openLine()
            try put(element)
            output.put(0x0A)
        }
        try flushIfNeeded()
    }

    // MARK: Records

    /// Writes a complete record.
    /// - Parameters:
    ///   - head: The type, source, device and unit.
    ///   - created: The creation date, in seconds since 1970.
    ///   - start: The start date, in seconds since 1970.
    ///   - end: The end date, in seconds since 1970.
    ///   - value: The value.
    ///   - metadata: The metadata.
    /// - Throws: The error of the sink.
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

    /// Begins an element with the attributes of a record. End it with ``end()``.
    /// - Parameters:
    ///   - name: The name of the element, which must be that of the head.
    ///   - head: The type, source, device and unit.
    ///   - created: The creation date, in seconds since 1970.
    ///   - start: The start date, in seconds since 1970.
    ///   - end: The end date, in seconds since 1970.
    ///   - value: The value.
    /// - Throws: The error of the sink.
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

    /// Ends the tag of the parent element and indents.
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
        precondition(isInTag, "attributes come before child elements")
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

    /// Strings can have any length, so this method checks the capacity.
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
