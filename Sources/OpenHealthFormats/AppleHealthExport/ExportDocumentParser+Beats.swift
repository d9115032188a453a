// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The heartbeats of heart rate variability records.
extension ExportDocumentParser {
    /// Opens a list of heartbeats in the innermost element, which is a record. Additional lists of a record continue the first
    /// one.
    mutating func pushBeatList() {
        guard case .record(var record) = open[open.count - 1].frame else { return push(.beatList(nil)) }
        let beats = record.beats ?? Pending([])
        record.beats = beats
        open[open.count - 1].frame = .record(record)
        push(.beatList(beats))
    }

    /// Reads a start tag inside a list of heartbeats.
    /// - Parameter beats: The heartbeats; nil if the record was omitted.
    mutating func startInBeatList(_ beats: Pending<[Beat]>?, closed: Bool) throws {
        guard scanner.name.equals("InstantaneousBeatsPerMinute") else {
            try startUnexpected(in: "HeartRateVariabilityMetadataList", closed: closed)
            return
        }
        tally.heartbeats += 1
        if let beats { try readBeat(into: beats) }
        push(.leaf, unless: closed)
    }

    private mutating func readBeat(into beats: Pending<[Beat]>) throws {
        guard let bpm = number("bpm") else {
            try report(.rejected, "InstantaneousBeatsPerMinute", "its bpm is missing or not a finite decimal number")
            return
        }
        let time = scanner.attribute("time").map(BeatTime.centiseconds) ?? -1
        beats.value.append(Beat(bpm: bpm, centisecondOfDay: time))
    }
}

/// Parses the wall clock time of a heartbeat: `12:21:00,30`, or `3:10:00.85 AM` with any kind of space before the letters.
///
/// Phones write the time in the person's locale: comma or point, 12 or 24 hours, the digits of the language, and its letters for
/// morning or afternoon before or after the time.
enum BeatTime {
    /// Returns the hundredths of a second since midnight, or -1 if the input is not a time.
    static func centiseconds(_ slice: ByteSlice) -> Int32 {
        plain(slice) ?? centiseconds(slice.text.string)
    }

    /// Parses a time in ASCII with or without AM or PM, the most common forms; returns nil for any other. A list has hundreds of times.
    private static func plain(_ slice: ByteSlice) -> Int32? {
        guard let (count, isAfternoon) = clock(slice) else { return nil }
        var fields: (Int32, Int32, Int32) = (0, 0, 0)
        var separators = 0
        var digits = 0
        var value: Int32 = 0
        for index in 0..<count {
            let byte = slice.start[index]
            let digit = byte &- 0x30
            if digit <= 9 {
                digits += 1
                guard digits <= 2 else { return nil }
                value = value * 10 + Int32(digit)
                continue
            }
            guard digits > 0 else { return nil }
            switch (separators, byte) {
            case (0, UInt8(ascii: ":")): fields.0 = value
            case (1, UInt8(ascii: ":")): fields.1 = value
            case (2, UInt8(ascii: ".")), (2, UInt8(ascii: ",")): fields.2 = value
            default: return nil
            }
            separators += 1
            digits = 0
            value = 0
        }
        guard separators == 3, digits == 2, fields.0 < 24, fields.1 < 60, fields.2 < 60 else { return nil }
        if let isAfternoon {
            guard (1...12).contains(fields.0) else { return nil }
            fields.0 = fields.0 % 12 + (isAfternoon ? 12 : 0)
        }
        return ((fields.0 * 60 + fields.1) * 60 + fields.2) * 100 + value
    }

    /// Returns the number of bytes of a time before AM or PM in capitals, and whether it is an afternoon; nil if there is no space, usual or
    /// narrow, before them.
    private static func clock(_ slice: ByteSlice) -> (count: Int, isAfternoon: Bool?)? {
        let bytes = UnsafeBufferPointer(start: slice.start, count: slice.count)
        guard bytes.last == UInt8(ascii: "M") else { return (bytes.count, nil) }
        let time = bytes.dropLast(2)
        let half = bytes.dropLast().last
        guard half == UInt8(ascii: "A") || half == UInt8(ascii: "P") else { return nil }
        let isAfternoon = half == UInt8(ascii: "P")
        if time.last == UInt8(ascii: " ") { return (time.count - 1, isAfternoon) }
        // The narrow no-break space, which newer phones write.
        guard time.suffix(3).elementsEqual("\u{202F}".utf8) else { return nil }
        return (time.count - 3, isAfternoon)
    }

    /// Returns the hundredths of a second since midnight, or -1 if the input is not a time.
    static func centiseconds(_ text: String) -> Int32 {
        var words: [String] = [""]
        var numbers: [[Int32]] = []
        for scalar in text.unicodeScalars.prefix(80) {
            if let digit = digit(scalar) {
                if words.count > numbers.count { numbers.append([]) }
                numbers[numbers.count - 1].append(digit)
            } else {
                if words.count == numbers.count { words.append("") }
                // White space and directional formatting characters have no meaning here.
                if !scalar.properties.isWhitespace, scalar.properties.generalCategory != .format {
                    words[words.count - 1].unicodeScalars.append(scalar)
                }
            }
        }
        if words.count == numbers.count { words.append("") }
        let letters = words[0] + words[numbers.count]
        guard numbers.count == 3 || numbers.count == 4, letters.unicodeScalars.allSatisfy(isPartOfWord),
            numbers.prefix(3).allSatisfy({ $0.count <= 2 }),
            words[1..<3].allSatisfy({ [":", ".", "h", "min"].contains($0) }),
            numbers.count == 3 || [".", ",", "\u{66B}"].contains(words[3])
        else { return -1 }
        let fields = numbers.prefix(3).map { $0.reduce(0) { $0 * 10 + $1 } }
        var hour = fields[0]
        guard hour < 24, fields[1] < 60, fields[2] < 60 else { return -1 }
        if let isAfternoon = half(letters) {
            guard (1...12).contains(hour) else { return -1 }
            hour = hour % 12 + (isAfternoon ? 12 : 0)
        }
        let fraction = numbers.count == 4 ? (numbers[3] + [0]).prefix(2).reduce(0) { $0 * 10 + $1 } : 0
        return ((hour * 60 + fields[1]) * 60 + fields[2]) * 100 + fraction
    }

    private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || ".\"\u{5F4}".unicodeScalars.contains(scalar)
            || [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
    }

    private static func digit(_ scalar: Unicode.Scalar) -> Int32? {
        guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue else { return nil }
        return Int32(value)
    }

    /// Returns whether the letters beside a time denote the afternoon, or nil if they denote neither half of the day.
    private static func half(_ letters: String) -> Bool? {
        let plain = letters.lowercased().filter { $0 != "." }
        if mornings.contains(plain) { return false }
        return afternoons.contains(plain) ? true : nil
    }

    /// The words for morning and afternoon in the languages of phones, without white space and points.
    private static let mornings: Set<String> = [
        "am", "a", "vorm", "πμ", "fm", "ap", "de", "sa", "öö", "pg", "dop", "dopoledne", "дп", "проб",
        "ص", "قظ", "לפנה״צ", "לפנה\"צ", "ก่อนเที่ยง", "午前", "上午", "오전", "पूर्वाह्न", "eparadites", "priešpiet", "priekšp",
    ]
    private static let afternoons: Set<String> = [
        "pm", "p", "nachm", "μμ", "em", "ip", "du", "ch", "ös", "ptg", "odp", "odpoledne", "pop", "пп", "слоб",
        "م", "بظ", "אחה״צ", "אחה\"צ", "หลังเที่ยง", "午後", "下午", "오후", "अपराह्न", "epasdites", "popiet", "pēcp",
    ]
}
