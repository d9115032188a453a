// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

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
        return abs(dark * 20 - modules.count * 10) / modules.count * 10
    }
}
