// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthCommandLine
import OpenHealthInsights
import OpenHealthModel
import OpenHealthPages

/// A statement in a sentence.
struct InsightText {
    private let insight: Insight
    private let texts: FigureTexts

    /// - Parameter texts: The names and units of the web app.
    init(_ insight: Insight, _ texts: FigureTexts) {
        self.insight = insight
        self.texts = texts
    }

    /// The sentence, which begins with the type.
    var line: String {
        let type =
            insight.kind == .bloodPressure ? HKCorrelationTypeIdentifier.bloodPressure.rawValue : insight.type
        return "\(texts.name(type)): \(sentence)"
    }

    private var sentence: String {
        switch insight.kind {
        case .comparison: comparison
        case .trend: trend
        case .range: range
        case .record: "\(figure(insight.value)) on \(day(insight.period.firstDay)), the highest day so far"
        case .streak: streak
        case .bloodPressure: bloodPressure
        case .cardioFitness: "\(figure(insight.value)) in the last \(length(insight.period)) days, \(levels)"
        case .walkingSpeed: "\(figure(insight.value)) in the last \(length(insight.period)) days, \(levels)"
        case .sleep: sleep
        }
    }

    private var comparison: String {
        guard let before = insight.before else { return "" }
        let difference = insight.value - before.value
        let interval = insight.interval.map {
            "; difference \(signed(difference)), 95 % between \(signed($0.low)) and \(signed($0.high))"
        }
        return "\(figure(insight.value)) on average \(days(insight.period)), "
            + "\(figure(before.value)) in the \(length(insight.period)) days before" + (interval ?? "")
    }

    private var trend: String {
        guard let before = insight.before else { return "" }
        let direction = insight.value > before.value ? "higher" : "lower"
        let start = insight.start ?? insight.period
        let since = "since the weeks of \(day(start.firstDay)) to \(day(start.lastDay))"
        let levels = "\(figure(insight.value)), before \(figure(before.value))"
        guard let slope = insight.slope else { return "\(direction) \(since): \(levels)" }
        return
            "gradually \(direction), by \(figure(slope.value.magnitude, isDifference: true, moreDigits: 1)) a week; \(since) \(levels)"
    }

    private var range: String {
        guard let interval = insight.interval else { return "" }
        let usual = "your usual range is \(figure(interval.low)) to \(figure(interval.high))"
        let place = insight.isOutlier == true ? ", far outside: " : "; "
        return "\(figure(insight.value)) on \(day(insight.period.firstDay))\(place)\(usual)"
    }

    private var streak: String {
        let goal = insight.goal.map(figure) ?? ""
        return "\(insight.period.count) days in a row with \(goal) or more, up to \(day(insight.period.lastDay)); "
            + "the longest streak is \(insight.longest ?? 0) days"
    }

    private var bloodPressure: String {
        let pressure = texts.pressure(insight.value, insight.secondValue ?? 0)
        return "\(pressure) on average of \(insight.period.count) of the last \(length(insight.period)) days; " + levels
    }

    private var levels: String {
        insight.levels.map { level in
            "\(BloodPressureTable(rawValue: level.table)?.name ?? level.table): \(Self.words(level.level))"
        }.joined(separator: ", ")
    }

    /// Returns the words of a name such as `isolatedSystolic` or `stage2`.
    static func words(_ name: String) -> String {
        name.reduce(into: "") { text, letter in
            if letter.isUppercase || letter.isNumber { text += " " }
            text += letter.lowercased()
        }
    }

    private var sleep: String {
        guard let sleep = insight.sleep else { return "" }
        var parts = [
            "\(figure(insight.value)) a night on average of \(insight.period.count) of the last \(length(insight.period)) nights",
            "from \(clock(sleep.onset)) ± \(minutes(sleep.onsetDeviation)) to \(clock(sleep.wake)) ± \(minutes(sleep.wakeDeviation))",
        ]
        if let regularity = sleep.regularity {
            parts.append("regularity \(NumberText.short(regularity.rounded())) of 100")
        }
        if let goal = insight.goal {
            parts.append(
                "\(Self.duration(sleep.missing)) less than \(Self.duration(goal)) a night over \(sleep.missingNights) nights"
            )
        }
        return parts.joined(separator: "; ")
    }

    // MARK: - Parts

    private func day(_ number: Int) -> String { CivilText.day(number) }

    private func days(_ period: Insight.Period) -> String { "from \(day(period.firstDay)) to \(day(period.lastDay))" }

    private func length(_ period: Insight.Period) -> Int { period.lastDay - period.firstDay + 1 }

    private func figure(_ value: Double) -> String { figure(value, isDifference: false) }

    private func figure(_ value: Double, isDifference: Bool, moreDigits: Int = 0) -> String {
        insight.unit == "s"
            ? Self.duration(value)
            : texts.figure(value, of: insight.type, isDifference: isDifference, moreDigits: moreDigits)
    }

    private func signed(_ value: Double) -> String {
        let size = figure(value.magnitude, isDifference: true)
        // What is shown as zero is neither more nor less.
        return size == figure(0, isDifference: true) ? "±\(size)" : (value < 0 ? "-" : "+") + size
    }

    private static func duration(_ seconds: Double) -> String {
        // checked: durations of nights
        let minutes = Int((min(max(seconds, 0), 1e9) / 60).rounded())
        return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
    }

    private func minutes(_ seconds: Double) -> String { Self.duration(seconds) }

    private func clock(_ seconds: Double) -> String {
        // checked: within a day
        let minutes = Int((min(max(seconds, 0), 86_400) / 60).rounded()) % 1440
        return NumberText.twoDigits(minutes / 60) + ":" + NumberText.twoDigits(minutes % 60)
    }

    /// Returns the sentence about a correlation.
    static func line(
        _ correlation: DailyCorrelation?, pair: (String, String), lag: Int, _ texts: FigureTexts
    ) -> String {
        let names = "\(texts.name(pair.0)) and \(texts.name(pair.1))"
        guard let correlation else {
            return "\(names): fewer than \(DailyCorrelation.fewestDays) days with both, or one that never changes"
        }
        func text(_ value: Double) -> String { String(format: "%+.2f", value) }
        let later = lag == 0 ? "" : ", the second \(lag) \(lag == 1 ? "day" : "days") later"
        return "\(names)\(later): correlation \(text(correlation.coefficient)) on \(correlation.count) days, "
            + "95 % between \(text(correlation.interval.lowerBound)) and \(text(correlation.interval.upperBound)); "
            + "which does not show a cause"
    }
}
