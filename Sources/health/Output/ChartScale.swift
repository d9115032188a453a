// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The mapping of values to the columns of a chart.
struct ChartScale {
    /// The value at the left end.
    let low: Double
    /// The value at the right end.
    let high: Double
    /// The number of columns.
    let columns: Int
    private let style: ChartStyle

    /// Creates a scale for all marks: including zero for bars, and as narrow as possible for ranges.
    init(_ marks: [ChartRow.Mark], columns: Int, style: ChartStyle) {
        var low = Double.infinity
        var high = -Double.infinity
        for mark in marks {
            switch mark {
            case .bar(let value):
                low = min(low, value, 0)
                high = max(high, value, 0)
            case .range(let least, let greatest, _):
                low = min(low, least)
                high = max(high, greatest)
            case .nothing: break
            }
        }
        self.low = low.isFinite ? low : 0
        self.high = high.isFinite ? high : 0
        self.columns = max(1, columns)
        self.style = style
    }

    /// Returns a mark as a string, no wider than the columns.
    func text(_ mark: ChartRow.Mark) -> String {
        switch mark {
        case .nothing: ""
        case .bar(let value): low < 0 ? signedBar(value) : bar(value, columns: columns)
        case .range(let least, let greatest, let middle): range(least, greatest, middle)
        }
    }

    /// Returns a bar to the right; values greater than zero are always visible.
    private func bar(_ value: Double, columns: Int) -> String {
        guard value > 0, columns > 0 else { return "" }
        let eighths = (share(value) * Double(self.columns * 8)).rounded()
        return style.bar(eighths: min(max(1, Int(eighths)), columns * 8))
    }

    /// Returns a bar on the side of zero given by its sign; to the left it has no eighths, because no such characters exist.
    private func signedBar(_ value: Double) -> String {
        let zero = min(max(1, Int((share(-low) * Double(columns)).rounded())), columns)
        guard value < 0 else { return String(repeating: " ", count: zero) + bar(value, columns: columns - zero) }
        let length = min(max(1, Int((share(-value) * Double(columns)).rounded())), zero)
        return String(repeating: " ", count: zero - length) + style.bar(eighths: length * 8)
    }

    private func range(_ least: Double, _ greatest: Double, _ middle: Double?) -> String {
        let (first, last) = (column(least), column(greatest))
        var characters = Array(repeating: Character(" "), count: first)
        characters += Array(repeating: style.line, count: last - first + 1)
        if let middle { characters[min(max(first, column(middle)), last)] = style.mark }
        return String(characters)
    }

    private func column(_ value: Double) -> Int {
        min(max(0, Int((share(value - low) * Double(columns - 1)).rounded())), columns - 1)
    }

    /// Returns an amount as a fraction of the width.
    private func share(_ amount: Double) -> Double {
        // Halves prevent an overflow of the difference of two huge values.
        let width = high / 2 - low / 2
        return width > 0 ? min(max(0, amount / 2 / width), 1) : 0
    }
}
