// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A writer of FIT files of generated activities and days, from the description of the format, without anything of the readers.
struct DemoFITFile {
    private var isBigEndian: Bool
    private(set) var messages: [UInt8] = []

    /// The seconds from 1970 to the beginning of FIT's time.
    private static let epoch = 631_065_600

    private init(isBigEndian: Bool) {
        self.isBigEndian = isBigEndian
    }

    // MARK: Files

    /// Returns the file of an activity, and the number of records in it.
    /// - Parameter share: The share of the records after which the file ends; nil for the whole file.
    static func activity(_ activity: DemoActivity, endingAfter share: Double? = nil) -> (bytes: [UInt8], records: Int) {
        var file = DemoFITFile(isBigEndian: activity.index % 3 == 2)
        let (start, end) = (activity.start, activity.start + activity.elapsed)
        file.identify(type: 4, created: start)
        file.event(0, at: start)
        // Local message 2 has the time, and 1 only its last bits in the header.
        let isOutdoors = activity.sport.isOutdoors
        let places: [(UInt8, UInt8, UInt8)] = isOutdoors ? [(0, 4, 0x85), (1, 4, 0x85)] : []
        let readings: [(UInt8, UInt8, UInt8)] = places + [(3, 1, 2), (5, 4, 0x86)]
        file.define(2, 20, [(253, 4, 0x86)] + readings)
        if activity.index % 2 == 1 { file.define(1, 20, readings) }
        var last: Int?
        var records = 0
        for point in activity.points {
            if let pause = activity.pause, point.time > start + pause, last ?? 0 <= start + pause {
                file.event(4, at: start + pause)
                file.event(0, at: start + pause + 95)
                last = nil
            }
            if let share, Double(records) >= share * Double(activity.points.count) {
                // The file ends within this record.
                file.messages += [2, 0, 0]
                return (file.whole(missing: 200), records)
            }
            if activity.index % 2 == 1, let last, point.time - last < 32 {
                file.messages.append(0x80 | 1 << 5 | UInt8((point.time - epoch) & 31))
            } else {
                file.messages.append(2)
                file.put(point.time - epoch, 4)
            }
            last = point.time
            if isOutdoors {
                file.put(semicircles(point.latitude), 4)
                file.put(semicircles(point.longitude), 4)
            }
            file.put(point.heartRate, 1)
            file.put(Int((point.distance * 100).rounded()), 4)
            records += 1
        }
        file.event(4, at: end)
        file.addTotals(of: activity, end: end)
        return (file.whole(missing: 0), records)
    }

    /// Returns the file of a day with heart rates every ten minutes and the count of steps every two hours.
    /// - Parameters:
    ///   - day: The number of the day since 1970.
    ///   - steps: The steps of the day.
    static func monitoring(day: Int, steps: Int) -> (bytes: [UInt8], heartRates: Int) {
        var file = DemoFITFile(isBigEndian: false)
        let midnight = day * 86_400 - DemoActivity.offset
        file.identify(type: 32, created: midnight)
        file.define(3, 103, [(253, 4, 0x86), (0, 4, 0x86)])
        file.messages.append(3)
        file.put(midnight - epoch, 4)
        file.put(midnight - epoch + DemoActivity.offset, 4)
        file.define(1, 55, [(253, 4, 0x86), (5, 1, 0), (3, 4, 0x86)])
        file.define(2, 55, [(26, 2, 0x84), (27, 1, 2)])
        var rates = 0
        for part in 1...11 {
            let time = midnight + part * 7200
            file.messages.append(1)
            file.put(time - epoch, 4)
            file.put(6, 1)
            file.put(steps * part / 11, 4)
            for minute in stride(from: 10, to: 60, by: 10) {
                file.messages.append(2)
                file.put((time + minute * 60 - epoch) & 0xFFFF, 2)
                file.put(50 + (part * 7 + minute) % 40, 1)
                rates += 1
            }
        }
        return (file.whole(missing: 0), rates)
    }

    // MARK: Messages

    private mutating func identify(type: Int, created: Int) {
        define(0, 0, [(0, 1, 0), (1, 2, 0x84), (2, 2, 0x84), (4, 4, 0x86)])
        messages.append(0)
        put(type, 1)
        put(1, 2)
        put(3113, 2)
        put(created - Self.epoch, 4)
    }

    /// Adds an event of the timer: 0 starts it, and 4 stops it.
    private mutating func event(_ kind: Int, at time: Int) {
        define(3, 21, [(253, 4, 0x86), (0, 1, 0), (1, 1, 0)])
        messages.append(3)
        put(time - Self.epoch, 4)
        put(0, 1)
        put(kind, 1)
    }

    private mutating func addTotals(of activity: DemoActivity, end: Int) {
        let rates = activity.rates
        define(
            4, 18,
            [
                (253, 4, 0x86), (2, 4, 0x86), (5, 1, 0), (6, 1, 0), (7, 4, 0x86), (8, 4, 0x86), (9, 4, 0x86),
                (11, 2, 0x84),
                (16, 1, 2), (17, 1, 2), (64, 1, 2),
            ])
        messages.append(4)
        for (value, size) in [
            (end - Self.epoch, 4), (activity.start - Self.epoch, 4), (Int(activity.sport.number), 1),
            (Int(activity.sport.sub), 1),
            (activity.elapsed * 1000, 4), (activity.timer * 1000, 4), (activity.distance * 100, 4),
            (activity.energy, 2),
            (rates.average, 1), (rates.maximum, 1), (rates.minimum, 1),
        ] { put(value, size) }
        define(5, 34, [(253, 4, 0x86), (0, 4, 0x86), (1, 2, 0x84), (5, 4, 0x86)])
        messages.append(5)
        put(end - Self.epoch, 4)
        put(activity.timer * 1000, 4)
        put(1, 2)
        put(end - Self.epoch + DemoActivity.offset, 4)
    }

    // MARK: Bytes

    private mutating func define(_ local: UInt8, _ number: Int, _ fields: [(UInt8, UInt8, UInt8)]) {
        messages += [0x40 | local, 0, isBigEndian ? 1 : 0]
        put(number, 2)
        messages.append(UInt8(fields.count))
        for (number, size, base) in fields { messages += [number, size, base] }
    }

    private mutating func put(_ value: Int, _ size: Int) {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        messages += isBigEndian ? bytes.reversed() : bytes
    }

    private static func semicircles(_ degrees: Double) -> Int { Int((degrees / 180 * 2_147_483_648).rounded()) }

    /// Returns the file.
    /// - Parameter missing: The number of bytes that the header states and that are not there, nor is the checksum.
    private func whole(missing: Int) -> [UInt8] {
        var file: [UInt8] = [14, 0x20, 0x54, 0x52]
        let size = messages.count + missing
        file += (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) } + Array(".FIT".utf8)
        file += Self.checksum(file) + messages
        return missing > 0 ? file : file + Self.checksum(file)
    }

    /// Returns the checksum of bytes, with a table of half bytes.
    private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
        let table: [UInt16] = [
            0x0000, 0xCC01, 0xD801, 0x1400, 0xF001, 0x3C00, 0x2800, 0xE401, 0xA001, 0x6C00, 0x7800, 0xB401, 0x5000,
            0x9C01,
            0x8801, 0x4400,
        ]
        var sum: UInt16 = 0
        for byte in bytes {
            for half in [byte & 15, byte >> 4] { sum = sum >> 4 ^ table[Int(sum & 15)] ^ table[Int(half)] }
        }
        return [UInt8(sum & 0xFF), UInt8(sum >> 8)]
    }
}
