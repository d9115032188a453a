// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthWarehouse

/// A table of text.
struct Table {
    private var lines: [[String]]

    func show(_ title: String? = nil) {
        if let title { print("\n\(title)") }
        let widths = (lines.first ?? []).indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        for line in lines {
            let cells = zip(line, widths).map { cell, width in String(repeating: " ", count: width - cell.count) + cell
            }
            print(cells.joined(separator: "  "))
        }
    }

    static func symptomsByWeek(_ rows: [SymptomFrequency]) -> Table {
        symptoms(rows, "week of", "women") { row in row.participants }
    }

    static func symptomsByCycleDay(_ rows: [SymptomFrequency]) -> Table {
        symptoms(rows, "day", "days") { row in row.observed }
    }

    /// Returns a table with a line for each week or day, and a column for each symptom.
    private static func symptoms(
        _ rows: [SymptomFrequency], _ place: String, _ size: String, _ count: (SymptomFrequency) -> Int?
    ) -> Table {
        var lines = [[place, size] + Questions.symptoms.map(name)]
        for row in rows where row.type == Questions.symptoms[0] {
            let cells = rows.filter { $0.place == row.place }.map(text)
            lines.append([text(row.place), count(row).map(String.init) ?? "too few"] + cells)
        }
        return Table(lines: lines)
    }

    private static func name(_ type: String) -> String {
        type.replacingOccurrences(of: "HKCategoryTypeIdentifier", with: "")
    }

    private static func text(_ place: SymptomFrequency.Place) -> String {
        switch place {
        case .week(let monday): "\(monday)"
        case .cycleDay(let day): "\(day)"
        }
    }

    /// Returns a frequency such as `12.5 % (8.0–19.1)`.
    private static func text(_ row: SymptomFrequency) -> String {
        guard let frequency = row.frequency, let interval = row.interval else { return "too few" }
        func percent(_ share: Double) -> String { String(format: "%.1f", share * 100) }
        return "\(percent(frequency)) % (\(percent(interval.lowerBound))–\(percent(interval.upperBound)))"
    }

    static func steps(_ rows: [CohortRow]) -> Table {
        var lines = [["week of", "women", "mean"] + Questions.percentiles.map { "\(Int($0)) %" }]
        for row in rows {
            let week = row.firstDay.map { "\($0)" } ?? ""
            guard let figures = row.figures else {
                lines.append([week] + Array(repeating: "too few", count: 2 + Questions.percentiles.count))
                continue
            }
            lines.append(
                [week, "\(figures.participants)"]
                    + ([figures.mean] + figures.percentiles).map { figure in
                        figure.map { String(format: "%.0f", $0) } ?? "too few"
                    })
        }
        return Table(lines: lines)
    }
}
