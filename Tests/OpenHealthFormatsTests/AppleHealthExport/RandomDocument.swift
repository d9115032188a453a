// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthTestSupport

/// A generator of well-formed documents that use all features of XML: every quotation mark, reference, line break, comment and
/// section, and every element of an export, randomly nested.
struct RandomDocument {
    private var random: SeededGenerator
    private var text = ""
    private var budget: Int

    /// Returns a document without a document type.
    static func body(seed: UInt64, elements: Int = 60) -> String {
        var document = RandomDocument(random: SeededGenerator(seed: seed), budget: elements)
        document.root()
        return document.text
    }

    private init(random: SeededGenerator, budget: Int) {
        self.random = random
        self.budget = budget
    }

    private static let elements = [
        "Record", "MetadataEntry", "HeartRateVariabilityMetadataList", "InstantaneousBeatsPerMinute", "Correlation",
        "Workout", "WorkoutEvent", "WorkoutActivity", "WorkoutStatistics", "WorkoutRoute", "FileReference", "Location",
        "WorkoutZoneGroup", "WorkoutZone", "ActivitySummary", "ClinicalRecord", "Audiogram", "SensitivityPoint",
        "VisionPrescription", "RightEye", "LeftEye", "Attachment", "ExportDate", "Me", "StateOfMind", "a", "_b",
        "c-d.e",
        "Größe", "体重",
    ]
    private static let attributes = [
        "type", "unit", "value", "sourceName", "sourceVersion", "device", "creationDate", "startDate", "endDate", "key",
        "bpm", "time", "path", "uuid", "a", "_", "x-y.z", "été", "名",
    ]
    private static let pieces = [
        "HKQuantityTypeIdentifierHeartRate", "count/min", "72.5", "2024-03-09 10:00:00 +0100", " ", "  ", ">", "/>",
        "-->",
        "]]>", "=", "&lt;", "&gt;", "&amp;", "&quot;", "&apos;", "&amp;lt;", "&#65;", "&#x41;", "&#x1F600;", "&#10;",
        "&#9;", "&#xD;", "&#0065;", "é", "e\u{301}", "\u{202F}", "\u{A0}", "’", "⌚️", "👨‍👩‍👧", "体", "\t", "\n",
        "&lt;&lt;HKDevice: 0x28308c0f0&gt;, name:Apple Watch, hardware:Watch6,7&gt;", "mL/min·kg", "\u{7F}", "\u{85}",
    ]

    private mutating func pick<T>(_ choices: [T]) -> T { choices[random.below(choices.count)] }

    private mutating func chance(_ percent: Int) -> Bool { random.below(100) < percent }

    private mutating func lineEnd() -> String { chance(30) ? "\r\n" : "\n" }

    private mutating func root() {
        text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>" + lineEnd()
        if chance(30) { text += "<!-- before -->" + lineEnd() }
        element(named: "HealthData", depth: 0, isRoot: true)
        text += lineEnd()
        // Foundation's parser on Linux crashes on an instruction without content.
        if chance(20) { text += "<!-- after <a b='c'> --><?end of it?>" }
    }

    private mutating func element(named name: String, depth: Int, isRoot: Bool = false) {
        budget -= 1
        text += "<" + name
        var names = Self.attributes
        for _ in 0..<random.below(isRoot ? 3 : 12) {
            text += white(atLeast: 1) + names.remove(at: random.below(names.count))
            text += (chance(10) ? white(atLeast: 0) : "") + "=" + (chance(10) ? white(atLeast: 0) : "")
            value()
        }
        if chance(20) { text += white(atLeast: 0) }
        if !isRoot, chance(40) {
            text += "/>"
            return
        }
        text += ">"
        let children = isRoot ? budget : random.below(depth > 5 ? 1 : 5)
        for _ in 0..<children where budget > 0 {
            between()
            element(named: pick(Self.elements), depth: depth + 1)
        }
        between()
        text += "</" + name + (chance(10) ? white(atLeast: 0) : "") + ">"
    }

    private mutating func white(atLeast least: Int) -> String {
        (0..<(least + random.below(3))).reduce(into: "") { text, _ in text += pick([" ", " ", "\t", "\n", "\r\n"]) }
    }

    private mutating func value() {
        let quote = chance(70) ? "\"" : "'"
        text += quote
        for _ in 0..<random.below(5) {
            switch random.below(12) {
            case 0: text += quote == "\"" ? "'" : "\""
            case 1: text += "\r\n"
            case 2: text += String(repeating: "x", count: random.below(200))
            default: text += pick(Self.pieces)
            }
        }
        text += quote
    }

    /// Appends content that is allowed between two tags.
    private mutating func between() {
        for _ in 0..<random.below(3) {
            switch random.below(8) {
            case 0: text += "<!-- <Record a=\"b\"> ' \" - > &amp; -->"
            case 1: text += "<![CDATA[ <Record a=\"b\"/> ]] > ]> & ' \" ]]>"
            case 2: text += "<?target <a b='c'> ? > ?>"
            case 3: text += "text &lt; &amp; 👍 > ' \""
            case 4: text += "<!---->"
            default: text += white(atLeast: 1)
            }
        }
    }
}
