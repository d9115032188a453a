// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The modules of a QR code before a mask is applied.
struct QRGrid {
    private let version: QRVersion
    private let size: Int
    private var modules: [Bool]
    /// The modules that are part of a pattern and are not changed by masks.
    private var isFixed: [Bool]

    /// Creates a grid with its patterns.
    init(_ version: QRVersion) {
        self.version = version
        size = version.size
        modules = Array(repeating: false, count: size * size)
        isFixed = modules
        for index in 0..<size {
            fix(6, index, index % 2 == 0)
            fix(index, 6, index % 2 == 0)
        }
        for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] { fixFinder(x, y) }
        for x in version.alignments {
            // The corners with finders have no alignment pattern.
            for y in version.alignments
            where ![[6, 6], [6, size - 7], [size - 7, 6]].contains([x, y]) { fixAlignment(x, y) }
        }
        for module in format(mask: 0) { fix(module.x, module.y, module.isDark) }
        fixVersion()
    }

    private mutating func fix(_ x: Int, _ y: Int, _ isDark: Bool) {
        modules[y * size + x] = isDark
        isFixed[y * size + x] = true
    }

    private mutating func fixFinder(_ centreX: Int, _ centreY: Int) {
        for y in centreY - 4...centreY + 4 where (0..<size).contains(y) {
            for x in centreX - 4...centreX + 4 where (0..<size).contains(x) {
                let distance = max((x - centreX).magnitude, (y - centreY).magnitude)
                fix(x, y, distance != 2 && distance != 4)
            }
        }
    }

    private mutating func fixAlignment(_ centreX: Int, _ centreY: Int) {
        for y in centreY - 2...centreY + 2 {
            for x in centreX - 2...centreX + 2 {
                fix(x, y, max((x - centreX).magnitude, (y - centreY).magnitude) != 1)
            }
        }
    }

    // MARK: - Format and version

    /// Returns a number followed by the remainder of its division by a generator.
    private static func code(_ number: Int, by generator: Int, bits: Int) -> Int {
        var remainder = number
        for _ in 0..<bits { remainder = remainder << 1 ^ (remainder >> (bits - 1) & 1) * generator }
        return number << bits | remainder & (1 << bits - 1)
    }

    /// Returns the modules that encode the level of error correction and the mask, twice.
    private func format(mask: Int) -> [(x: Int, y: Int, isDark: Bool)] {
        // Level M is 00.
        let bits = Self.code(mask, by: 0x537, bits: 10) ^ 0x5412
        func isDark(_ place: Int) -> Bool { bits >> place & 1 == 1 }
        var places: [(x: Int, y: Int, isDark: Bool)] = []
        for place in 0..<6 { places.append((8, place, isDark(place))) }
        places += [(8, 7, isDark(6)), (8, 8, isDark(7)), (7, 8, isDark(8))]
        for place in 9..<15 { places.append((14 - place, 8, isDark(place))) }
        for place in 0..<8 { places.append((size - 1 - place, 8, isDark(place))) }
        for place in 8..<15 { places.append((8, size - 15 + place, isDark(place))) }
        places.append((8, size - 8, true))
        return places
    }

    private mutating func fixVersion() {
        guard version.number >= 7 else { return }
        let bits = Self.code(version.number, by: 0x1f25, bits: 12)
        for place in 0..<18 {
            let (long, short) = (place / 3, size - 11 + place % 3)
            fix(long, short, bits >> place & 1 == 1)
            fix(short, long, bits >> place & 1 == 1)
        }
    }

    // MARK: - Words

    /// Writes words in pairs of columns from right to left, alternately upwards and downwards.
    mutating func place(_ words: [UInt8]) {
        var bit = 0
        var isUpwards = true
        var right = size - 1
        while right > 0 {
            if right == 6 { right -= 1 }
            for step in 0..<size {
                let y = isUpwards ? size - 1 - step : step
                for x in [right, right - 1] where !isFixed[y * size + x] {
                    // Some modules remain unused in some versions.
                    if bit < words.count * 8 { modules[y * size + x] = words[bit / 8] >> (7 - bit % 8) & 1 == 1 }
                    bit += 1
                }
            }
            isUpwards.toggle()
            right -= 2
        }
    }

    /// Returns the modules with a mask applied and its number encoded.
    func masked(_ mask: Int) -> [Bool] {
        var masked = modules
        for y in 0..<size {
            for x in 0..<size where !isFixed[y * size + x] && Self.inverts(mask, x, y) {
                masked[y * size + x].toggle()
            }
        }
        for module in format(mask: mask) { masked[module.y * size + module.x] = module.isDark }
        return masked
    }

    private static func inverts(_ mask: Int, _ x: Int, _ y: Int) -> Bool {
        switch mask {
        case 0: (x + y) % 2 == 0
        case 1: y % 2 == 0
        case 2: x % 3 == 0
        case 3: (x + y) % 3 == 0
        case 4: (x / 3 + y / 2) % 2 == 0
        case 5: x * y % 2 + x * y % 3 == 0
        case 6: (x * y % 2 + x * y % 3) % 2 == 0
        default: ((x + y) % 2 + x * y % 3) % 2 == 0
        }
    }
}

/// The standard's penalty for modules of a QR code that are hard to read.
enum QRPenalty {
    static func of(_ modules: [Bool], size: Int) -> Int {
        let rows = (0..<size).map { y in Array(modules[y * size..<(y + 1) * size]) }
        let columns = (0..<size).map { x in rows.map { $0[x] } }
        let lines = (rows + columns).reduce(0) { $0 + runs($1) + finders($1) }
        return lines + squares(rows) + balance(modules)
    }

    /// Returns the penalty for five or more modules of one color in a line.
    private static func runs(_ line: [Bool]) -> Int {
        var (penalty, length) = (0, 0)
        for index in line.indices {
            length = index > 0 && line[index] == line[index - 1] ? length + 1 : 1
            if length == 5 { penalty += 3 } else if length > 5 { penalty += 1 }
        }
        return penalty
    }

    /// Returns the penalty for patterns that look like a finder: 1:1:3:1:1 with four light modules on one side.
    private static func finders(_ line: [Bool]) -> Int {
        let finder = [true, false, true, true, true, false, true]
        let light = [false, false, false, false]
        let patterns = [finder + light, light + finder]
        return (0...line.count - 11).reduce(0) { penalty, start in
            penalty + 40 * patterns.count { $0.elementsEqual(line[start..<start + 11]) }
        }
    }

    /// Returns the penalty for squares of two by two modules of one color.
    private static func squares(_ rows: [[Bool]]) -> Int {
        var penalty = 0
        for y in 1..<rows.count {
            for x in 1..<rows.count {
                let colour = rows[y][x]
                if rows[y][x - 1] == colour, rows[y - 1][x] == colour, rows[y - 1][x - 1] == colour { penalty += 3 }
            }
        }
        return penalty
    }

    /// Returns the penalty for the distance of the dark modules from half of all modules, in steps of five percent.
    private static func balance(_ modules: [Bool]) -> Int {
        let dark = modules.count { $0 }
        return Int((dark * 20 - modules.count * 10).magnitude) / modules.count * 10
    }
}
