// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A reader of the points of a route file.
///
/// The reader is tolerant: names can have any prefix, attributes can have any order, and unknown elements are skipped. An invalid
/// point is omitted and reported with its line.
public struct GPXReader {
    /// The maximum size of a route file in bytes: more than 80 hours with one point per second.
    public static let sizeLimit = 64 * 1024 * 1024

    /// Reads all points of all tracks.
    /// - Parameters:
    ///   - source: The file in UTF-8 or UTF-16.
    ///   - file: The path, for use in diagnostics.
    /// - Returns: The points in the order of the file, and diagnostics. For a file that is not a route there are no points and
    ///   one diagnostic.
    /// - Throws: The error of the source; a ``FormatError`` with the code `tooLarge` beyond ``sizeLimit``, or
    ///   with the code `entityExpansion` for a file that declares entities.
    public static func points(
        from source: inout some ByteSource, file: String
    ) throws -> (points: [RoutePoint], diagnostics: [ImportDiagnostic]) {
        var transcoding = TranscodingByteSource(source, file: file)
        let bytes: [UInt8]
        do {
            defer { source = transcoding.source }
            bytes = try transcoding.readAll(limit: sizeLimit, file: file)
        }
        return try bytes.withUnsafeBytes { buffer in
            var scanner = GPXScanner(buffer.bindMemory(to: UInt8.self), file: file)
            try scanner.scan()
            return (scanner.points, scanner.diagnostics)
        }
    }
}

/// Scans a route file in one pass. It supports only the elements of a route.
struct GPXScanner {
    private(set) var points: [RoutePoint] = []
    private(set) var diagnostics: [ImportDiagnostic] = []

    private let bytes: UnsafeBufferPointer<UInt8>
    private let file: String
    private var position = 0
    private var countedTo = 0
    private var line = 1
    private var point: RoutePoint?
    private var pointLine = 0
    private var fault: String?
    private var emptyValues = 0
    private var emptyLine = 0
    private var hasRoot = false
    private var isClosed = false

    init(_ bytes: UnsafeBufferPointer<UInt8>, file: String) {
        self.bytes = bytes
        self.file = file
    }

    mutating func scan() throws(FormatError) {
        while let open = find(0x3C, from: position) {
            position = open + 1
            if starts(with: "!--") {
                skip(past: "-->")
            } else if starts(with: "![CDATA[") {
                skip(past: "]]>")
            } else if starts(with: "?") {
                skip(past: "?>")
            } else if starts(with: "!") {
                try skipDeclaration()
            } else {
                element()
            }
        }
        if point != nil { reject("the file ends in the middle of the point", line: pointLine) }
        if emptyValues > 0 {
            report(
                .warning, "trkpt",
                "\(emptyValues) values of points, such as elevations, are empty; the points are kept",
                line: emptyLine)
        }
        if !hasRoot {
            report(.rejected, "gpx", "this is not a route file", line: 1)
        } else if !isClosed {
            report(
                .warning, "gpx", "the file ends early; the points before its end are kept",
                line: lineNumber(bytes.count))
        }
    }

    // MARK: Elements

    private mutating func element() {
        let start = position
        guard let end = tagEnd() else {
            position = bytes.count
            return
        }
        position = end + 1
        let isClosing = start < end && bytes[start] == 0x2F
        let isEmpty = !isClosing && bytes[end - 1] == 0x2F && end - 1 > start
        var nameEnd = isClosing ? start + 1 : start
        var nameStart = nameEnd
        while nameEnd < end, !isSpace(bytes[nameEnd]), bytes[nameEnd] != 0x2F {
            if bytes[nameEnd] == 0x3A { nameStart = nameEnd + 1 }
            nameEnd += 1
        }
        let name = nameStart..<max(nameStart, nameEnd)
        if equals(name, "trkpt") {
            if !isClosing {
                if point != nil { reject("the point has no end", line: pointLine) }
                beginPoint(attributes: nameEnd..<(isEmpty ? end - 1 : end), at: start)
            }
            if isClosing || isEmpty { endPoint() }
        } else if equals(name, "gpx") {
            hasRoot = true
            isClosed = isClosing || isEmpty
        } else if point != nil, !isClosing, !isEmpty {
            child(name)
        }
    }

    private mutating func beginPoint(attributes: Range<Int>, at offset: Int) {
        pointLine = lineNumber(offset)
        fault = nil
        var new = RoutePoint(time: .nan, latitude: .nan, longitude: .nan)
        var index = attributes.lowerBound
        while index < attributes.upperBound {
            while index < attributes.upperBound, isSpace(bytes[index]) { index += 1 }
            let nameStart = index
            while index < attributes.upperBound, bytes[index] != 0x3D, !isSpace(bytes[index]) { index += 1 }
            let name = nameStart..<index
            while index < attributes.upperBound, isSpace(bytes[index]) || bytes[index] == 0x3D { index += 1 }
            guard index < attributes.upperBound, bytes[index] == 0x22 || bytes[index] == 0x27 else { break }
            let quote = bytes[index]
            let valueStart = index + 1
            guard let valueEnd = find(quote, from: valueStart), valueEnd <= attributes.upperBound else { break }
            index = valueEnd + 1
            if equals(name, "lat") {
                new.latitude = number(valueStart..<valueEnd) ?? .nan
            } else if equals(name, "lon") {
                new.longitude = number(valueStart..<valueEnd) ?? .nan
            }
        }
        point = new
    }

    private mutating func endPoint() {
        guard let finished = point else { return }
        if let fault {
            reject(fault, line: pointLine)
        } else if !(finished.latitude.magnitude <= 90) || !(finished.longitude.magnitude <= 180) {
            reject("the point has no valid coordinates", line: pointLine)
        } else if finished.time.isNaN {
            reject("the point has no time", line: pointLine)
        } else {
            points.append(finished)
        }
        point = nil
    }

    private mutating func child(_ name: Range<Int>) {
        if equals(name, "extensions") { return }
        let text = text()
        if equals(name, "time") {
            if let base = bytes.baseAddress, let time = parseTimestamp(base + text.lowerBound, text.count) {
                point?.time = time
            } else {
                fault = "its time cannot be read"
            }
            return
        }
        let isKnown =
            equals(name, "ele") || equals(name, "speed") || equals(name, "course") || equals(name, "hAcc")
            || equals(name, "vAcc")
        if !isKnown { return }
        if text.isEmpty {
            // A point without an elevation is still one of the route.
            if emptyValues == 0 { emptyLine = pointLine }
            emptyValues += 1
            return
        }
        guard let value = number(text) else {
            fault = "one of its numbers cannot be read"
            return
        }
        // The elements are distinguished by their first letters.
        switch bytes[name.lowerBound] {
        case 0x65: point?.altitude = value
        case 0x73: point?.speed = value
        case 0x63: point?.course = value
        case 0x68: point?.horizontalAccuracy = value
        default: point?.verticalAccuracy = value
        }
    }

    /// Returns the text up to the next tag, without surrounding white space.
    private func text() -> Range<Int> {
        var end = find(0x3C, from: position) ?? bytes.count
        var start = position
        while start < end, isSpace(bytes[start]) { start += 1 }
        while start < end, isSpace(bytes[end - 1]) { end -= 1 }
        return start..<end
    }

    private func number(_ range: Range<Int>) -> Double? {
        bytes.baseAddress.flatMap { parseDouble($0 + range.lowerBound, range.count) }
    }

    // MARK: Bytes

    private func find(_ byte: UInt8, from start: Int) -> Int? {
        guard let base = bytes.baseAddress, start < bytes.count,
            let found = memchr(base + start, Int32(byte), bytes.count - start)
        else { return nil }
        return base.distance(to: found.assumingMemoryBound(to: UInt8.self))
    }

    /// Returns the index of the `>` that ends the tag, ignoring those in quotation marks.
    private func tagEnd() -> Int? {
        var index = position
        while index < bytes.count {
            switch bytes[index] {
            case 0x3E:
                return index
            case 0x22, 0x27:
                guard let close = find(bytes[index], from: index + 1) else { return nil }
                index = close + 1
            default:
                index += 1
            }
        }
        return nil
    }

    private func starts(with text: StaticString) -> Bool {
        equals(position..<min(bytes.count, position + text.utf8CodeUnitCount), text)
    }

    private func equals(_ range: Range<Int>, _ text: StaticString) -> Bool {
        guard range.count == text.utf8CodeUnitCount else { return false }
        for index in 0..<range.count where bytes[range.lowerBound + index] != text.utf8Start[index] { return false }
        return true
    }

    private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

    private mutating func skip(past text: StaticString) {
        while position < bytes.count {
            if starts(with: text) {
                position += text.utf8CodeUnitCount
                return
            }
            position += 1
        }
    }

    private mutating func skipDeclaration() throws(FormatError) {
        var depth = 0
        let start = position
        while position < bytes.count {
            let byte = bytes[position]
            if byte == 0x3C {
                position += 1
                if starts(with: "!ENTITY") {
                    throw FormatError(
                        .entityExpansion, file: file, line: lineNumber(start),
                        message: "the document declares entities",
                        remedy: "export again on the phone; real exports do not do this")
                }
                depth += 1
                continue
            }
            position += 1
            if byte == 0x3E {
                if depth == 0 { return }
                depth -= 1
            }
        }
    }

    // MARK: Diagnostics

    private mutating func lineNumber(_ offset: Int) -> Int {
        while countedTo < offset {
            if bytes[countedTo] == 0x0A { line += 1 }
            countedTo += 1
        }
        return line
    }

    private mutating func reject(_ reason: String, line: Int) {
        report(.rejected, "trkpt", reason, line: line)
        point = nil
    }

    private mutating func report(
        _ severity: ImportDiagnostic.Severity, _ element: String, _ reason: String, line: Int
    ) {
        diagnostics.append(
            ImportDiagnostic(severity: severity, file: file, line: line, element: element, reason: reason))
    }
}
