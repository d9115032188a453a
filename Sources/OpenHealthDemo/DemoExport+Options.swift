// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension DemoExport {
    /// How the same data is written: what differs between two exports of one phone.
    public struct Options: Sendable {
        /// The offset of all dates, in seconds east of UTC: that of the phone at the moment of the export.
        public var exportOffset = 3600
        /// The units that the person prefers.
        public var units = Units.metric
        /// The seed of the pointers in device strings, which change from export to export.
        public var devicePointerSeed: UInt64 = 1
        /// The name of the folder in the archive. (A folder is written under its own name.)
        public var folderName = "apple_health_export"
        /// The name of the main document without `.xml`; phones write it in their own language.
        public var mainName = "export"
        /// The language of beats' times and of electrocardiograms.
        public var language = Language.english
        /// The last day of data, without those appended: year, month and day. Always the same unless it is set, so that
        /// nothing depends on the clock.
        public var lastDay = DateComponents(year: 2025, month: 4, day: 10)
        /// The time zone of the person on every day; nil for a person who travels and moves.
        public var home: TimeZone?
        /// Days that a later export has beyond the first one; what stands before is the same.
        public var appendDays = 0
        /// Whether metadata has keys that differ by case alone, as some apps write them. Programs that make a column of
        /// each key stop at those.
        public var hasKeysDifferingByCase = true
        /// The zone by whose days ``DemoTruth/Steps`` counts; nothing in the export depends on it.
        public var timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
        /// The form; nil chooses by the name: `.zip`, `.xml`, or else a folder.
        public var format: Format?

        /// Creates the options of a phone in Germany whose language is English.
        public init() {}
    }

    /// The units that a person prefers.
    public enum Units: String, Sendable, CaseIterable {
        /// Kilometres, kilograms, degrees Celsius, kilocalories.
        case metric
        /// Miles, pounds, degrees Fahrenheit, and kilojoules, so that every conversion occurs.
        case imperial
    }

    /// The language and region of a phone.
    public enum Language: String, Sendable, CaseIterable {
        /// English in Britain: 24 hours, decimal point.
        case english
        /// English in America: 12 hours with a narrow space before AM and PM.
        case american
        /// German: 24 hours, decimal comma, German headings.
        case german
        /// English in Portugal: 24 hours, decimal comma, English headings.
        case englishInPortugal

        var locale: String {
            switch self {
            case .english: "en_GB"
            case .american: "en_US"
            case .german: "de_DE"
            case .englishInPortugal: "en_PT"
            }
        }

        var decimalSeparator: UInt8 { self == .german || self == .englishInPortugal ? 0x2C : 0x2E }
    }

    /// The form of an export.
    public enum Format: String, Sendable, CaseIterable {
        /// The archive that phones make.
        case zip
        /// The archive unpacked.
        case folder
        /// Its main document alone.
        case xml
    }
}
