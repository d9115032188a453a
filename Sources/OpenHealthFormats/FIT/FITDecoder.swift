// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A receiver of the messages of a FIT file.
protocol FITHandler {
    /// Receives the start of a file; several can follow each other in one file on disk.
    mutating func begin()
    /// Receives a message.
    mutating func take(_ message: FITMessage) throws
    /// Receives the end of a file.
    mutating func end() throws
    /// Receives a problem of the file.
    mutating func report(_ problem: FITProblem) throws
}

/// A problem of a FIT file that does not prevent reading.
enum FITProblem: Equatable, Sendable {
    /// The checksum of the messages is wrong.
    case checksum
    /// The checksum of the header is wrong.
    case headerChecksum
    /// The header states that there are no messages, as after a loss of power.
    case noSize
    /// The file ends before the end that its header states.
    case cutOff
    /// A message has no layout, or does not fit; nothing after it can be read.
    case badMessage
    /// The bytes after the end are not another file.
    case trailingBytes

    /// Whether messages can be missing.
    var isIncomplete: Bool { self == .cutOff || self == .badMessage }

    /// The description for people.
    var text: String {
        switch self {
        case .checksum: "the checksum is wrong; the messages were kept"
        case .headerChecksum: "the checksum of the header is wrong; the messages were kept"
        case .noSize: "the header states no size, as after a loss of power; the file was read to its end"
        case .cutOff: "the file is cut off; it was read to its last whole message"
        case .badMessage: "a message cannot be read; the file was read up to it"
        case .trailingBytes: "the bytes after the end of the file are not another file; they were left out"
        }
    }
}

/// A decoder of FIT files, by the layouts that the files define.
///
/// It reads any bytes without a trap, and allocates nothing for a message.
struct FITDecoder {
    /// The size of the smallest header.
    static let smallestHeader = 12

    /// Returns whether bytes begin with the header of a FIT file.
    static func isFile(_ bytes: UnsafeRawBufferPointer, at start: Int = 0) -> Bool {
        guard start >= 0, bytes.count - start >= smallestHeader, bytes[start] >= smallestHeader else { return false }
        return bytes[start + 8] == 0x2E && bytes[start + 9] == 0x46 && bytes[start + 10] == 0x49
            && bytes[start + 11] == 0x54
    }

    private let bytes: UnsafeRawBufferPointer
    private let layouts: UnsafeMutablePointer<FITLayout>
    private let fields: UnsafeMutablePointer<FITField>
    private var lastTime: UInt32?

    private static let localNumbers = 16
    /// The maximum number of fields of a layout: 255 of the profile, and 255 of developers.
    private static let maximumFields = 510

    private init(
        _ bytes: UnsafeRawBufferPointer, layouts: UnsafeMutablePointer<FITLayout>,
        fields: UnsafeMutablePointer<FITField>
    ) {
        self.bytes = bytes
        self.layouts = layouts
        self.fields = fields
    }

    /// Decodes a file, and those that follow it.
    /// - Returns: Whether the bytes begin with the header of a FIT file; if not, nothing is read.
    /// - Throws: The error of the handler.
    static func decode(_ bytes: UnsafeRawBufferPointer, into handler: inout some FITHandler) throws -> Bool {
        guard isFile(bytes) else { return false }
        let layouts = UnsafeMutablePointer<FITLayout>.allocate(capacity: localNumbers)
        let fields = UnsafeMutablePointer<FITField>.allocate(capacity: localNumbers * maximumFields)
        fields.initialize(
            repeating: FITField(number: 0, base: 0, size: 0, offset: 0), count: localNumbers * maximumFields)
        layouts.initialize(repeating: FITLayout(), count: localNumbers)
        defer {
            layouts.deallocate()
            fields.deallocate()
        }
        var decoder = FITDecoder(bytes, layouts: layouts, fields: fields)
        var start = 0
        while let next = try decoder.readFile(at: start, &handler) { start = next }
        return true
    }

    // MARK: Files

    /// Reads a file.
    /// - Returns: The offset of the next one; nil after the last.
    private mutating func readFile(at start: Int, _ handler: inout some FITHandler) throws -> Int? {
        guard start < bytes.count else { return nil }
        guard Self.isFile(bytes, at: start) else {
            let rest = bytes[start...]
            // Some programs fill a file with zeros.
            if rest.allSatisfy({ $0 == 0 }) { return nil }
            let isHeader = rest.count < Self.smallestHeader && (rest.first == 12 || rest.first == 14)
            try handler.report(isHeader ? .cutOff : .trailingBytes)
            return nil
        }
        let headerSize = Int(bytes[start])
        guard headerSize <= bytes.count - start else {
            try handler.report(.cutOff)
            return nil
        }
        if headerSize >= 14 {
            let stated = number16(at: start + 12)
            if stated != 0, stated != Self.checksum(bytes[start..<start + 12]) { try handler.report(.headerChecksum) }
        }
        let first = start + headerSize
        let available = bytes.count - first
        let stated = Int(number32(at: start + 4))
        if stated == 0, Self.isFile(bytes, at: first + 2) { return first + 2 }
        let hasSize = stated > 0
        let isCutOff = stated > available
        var end = hasSize ? first + min(stated, available) : bytes.count
        // A file without a size can have a checksum.
        if !hasSize, available >= 2, number16(at: end - 2) == Self.checksum(bytes[start..<end - 2]) { end -= 2 }
        for index in 0..<Self.localNumbers { layouts[index] = FITLayout() }
        lastTime = nil
        handler.begin()
        let (stop, isReadable) = try readMessages(from: first, to: end, &handler)
        if !isReadable {
            try handler.report(.badMessage)
        } else if isCutOff || (hasSize && bytes.count - end < 2) || (!hasSize && end - stop > 2) {
            try handler.report(.cutOff)
        } else if hasSize, stop < end {
            try handler.report(.badMessage)
        }
        if !hasSize { try handler.report(.noSize) }
        if hasSize, bytes.count - end >= 2, number16(at: end) != Self.checksum(bytes[start..<end]) {
            try handler.report(.checksum)
        }
        try handler.end()
        return hasSize && !isCutOff ? end + 2 : nil
    }

    /// Returns the checksum of bytes: the CRC-16 with the reflected polynomial 0xA001.
    static func checksum(_ bytes: Slice<UnsafeRawBufferPointer>) -> UInt16 {
        table.withUnsafeBufferPointer { table in
            var sum: UInt16 = 0
            for byte in UnsafeRawBufferPointer(rebasing: bytes) {
                sum = (sum >> 8) ^ table[Int((sum ^ UInt16(byte)) & 0xFF)]
            }
            return sum
        }
    }

    private static let table: [UInt16] = (0..<256).map { index in
        (0..<8).reduce(UInt16(index)) { sum, _ in sum & 1 == 1 ? (sum >> 1) ^ 0xA001 : sum >> 1 }
    }

    private func number16(at offset: Int) -> UInt16 {
        UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }

    private func number32(at offset: Int) -> UInt32 {
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    // MARK: Messages

    /// Reads the messages in a range.
    /// - Returns: The offset after the last whole message, and false if the message there has no layout.
    /// - Throws: The error of the handler.
    private mutating func readMessages(
        from start: Int, to end: Int, _ handler: inout some FITHandler
    ) throws -> (stop: Int, isReadable: Bool) {
        guard let base = bytes.baseAddress else { return (start, true) }
        var position = start
        while position < end {
            let header = bytes[position]
            if header & 0xC0 == 0x40 {
                guard let next = define(header, at: position, end: end) else { return (position, true) }
                position = next
                continue
            }
            let isCompressed = header & 0x80 != 0
            let local = Int(isCompressed ? (header >> 5) & 3 : header & 0x0F)
            let layout = layouts[local]
            guard layout.isDefined else { return (position, false) }
            guard layout.size <= end - position - 1 else { return (position, true) }
            let content = base + position + 1
            var time: UInt32?
            if isCompressed, let last = lastTime {
                // The five bits count on from the last time.
                time = last &+ ((UInt32(header & 0x1F) &- last) & 0x1F)
                lastTime = time
            }
            if layout.timeOffset >= 0 {
                let raw = content.loadUnaligned(fromByteOffset: layout.timeOffset, as: UInt32.self)
                let value = layout.isBigEndian ? UInt32(bigEndian: raw) : UInt32(littleEndian: raw)
                if value != .max {
                    time = value
                    lastTime = value
                }
            }
            let first = fields + local * Self.maximumFields
            try handler.take(
                FITMessage(
                    number: layout.number,
                    fields: UnsafeBufferPointer(start: first, count: layout.fieldCount),
                    developerFields: UnsafeBufferPointer(
                        start: first + layout.fieldCount, count: layout.developerFieldCount),
                    time: time, start: content, isBigEndian: layout.isBigEndian))
            position += 1 + layout.size
        }
        return (position, true)
    }

    /// Reads a definition message.
    /// - Returns: The offset after it; nil if it is not whole.
    private mutating func define(_ header: UInt8, at start: Int, end: Int) -> Int? {
        guard end - start >= 6 else { return nil }
        var layout = FITLayout()
        layout.isDefined = true
        layout.isBigEndian = bytes[start + 2] != 0
        let raw = bytes.loadUnaligned(fromByteOffset: start + 3, as: UInt16.self)
        layout.number = layout.isBigEndian ? UInt16(bigEndian: raw) : UInt16(littleEndian: raw)
        layout.fieldCount = Int(bytes[start + 5])
        var position = start + 6
        guard end - position >= layout.fieldCount * 3 else { return nil }
        let local = Int(header & 0x0F)
        let first = fields + local * Self.maximumFields
        for index in 0..<layout.fieldCount {
            let field = FITField(
                number: bytes[position], base: bytes[position + 2] & 0x1F, size: bytes[position + 1],
                offset: UInt32(layout.size))
            if field.number == 253, field.base == FITBase.uint32, field.size == 4 { layout.timeOffset = layout.size }
            first[index] = field
            layout.size += Int(field.size)
            position += 3
        }
        if header & 0x20 != 0 {
            guard position < end else { return nil }
            layout.developerFieldCount = Int(bytes[position])
            position += 1
            guard end - position >= layout.developerFieldCount * 3 else { return nil }
            for index in 0..<layout.developerFieldCount {
                let size = bytes[position + 1]
                first[layout.fieldCount + index] = FITField(
                    number: bytes[position], developer: bytes[position + 2], base: FITBase.bytes, size: size,
                    offset: UInt32(layout.size))
                layout.size += Int(size)
                position += 3
            }
        }
        layouts[local] = layout
        return position
    }
}

/// The layout of messages, by their local number.
private struct FITLayout {
    var isDefined = false
    var isBigEndian = false
    var number: UInt16 = 0
    var fieldCount = 0
    var developerFieldCount = 0
    /// The number of bytes of a message without its header.
    var size = 0
    /// The offset of the timestamp; -1 without one.
    var timeOffset = -1
}
