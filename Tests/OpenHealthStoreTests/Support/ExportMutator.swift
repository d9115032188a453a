// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthTestSupport

/// A random mutator of types, dates, numbers and lines of an export.
struct ExportMutator {
    var random: SeededGenerator

    private static let types = HealthTypes.all.map(\.identifier) + ["HKDataTypeIdentifierOfTomorrow", "Patient", ""]
    private static let dates = [
        "1900-01-01 00:00:00 +0000", "1899-12-31 23:59:59 +0000", "0001-01-01 00:00:00 +0000",
        "2024-02-30 00:00:00 +0000", "2024-03-09 10:15:00 +0000", "2024-03-09 09:00:00 +0000",
        "2999-12-31 23:59:59 +0000", "4001-01-01 00:00:00 +0000", "9999-12-31 23:59:59 -1400", "1970-01-01", "",
    ]
    private static let numbers = [
        "0", "-1", "1e308", "-1e308", "1e400", "NaN", "inf", "", "100000000000000000000", "90.5", "text",
    ]

    /// Returns a document with some changes.
    mutating func mutated(_ lines: [String]) -> String {
        var lines = lines
        for _ in 0...random.below(6) {
            let line = 1 + random.below(max(1, lines.count - 2))
            guard line < lines.count else { continue }
            switch random.below(12) {
            case 0: lines.remove(at: line)
            case 1: lines.insert(lines[line], at: 1 + random.below(lines.count - 1))
            case 2: lines.swapAt(line, 1 + random.below(lines.count - 1))
            case 3: lines[line] = String(lines[line].prefix(random.below(lines[line].count + 1)))
            default: lines[line] = withOtherAttribute(lines[line])
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Changes, removes or replaces the value of an attribute. Quotation marks only enclose values.
    private mutating func withOtherAttribute(_ line: String) -> String {
        var parts = line.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 3 else { return line }
        let attributes = parts.count / 2
        let index = 1 + 2 * random.below(attributes)
        let other = 1 + 2 * random.below(attributes)
        switch random.below(8) {
        case 0: parts.swapAt(index, other)
        case 1: parts[index] = ""
        case 2: parts[index - 1] += "x"
        default:
            let name = parts[index - 1]
            if name.hasSuffix("ate=") {
                parts[index] = pick(Self.dates)
            } else if name.hasSuffix("type=") {
                parts[index] = pick(Self.types)
            } else {
                parts[index] = pick(Self.numbers)
            }
        }
        return parts.joined(separator: "\"")
    }

    private mutating func pick(_ choices: [String]) -> String { choices[random.below(choices.count)] }
}
