// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthTestBasics

extension DemoExport {
    /// The options for writing data: the differences between two exports of one phone.
    public struct Options: Sendable {
        /// The offset of all dates, in seconds east of UTC: that of the phone at the time of the export.
        public var exportOffset = 3600
        /// The preferred units of the person.
        public var units = Units.metric
        /// The seed of the pointers in device strings, which differ between exports.
        public var devicePointerSeed: UInt64 = 1
        /// The name of the folder in the archive. An export written as a folder has its own name.
        public var folderName = "apple_health_export"
        /// The name of the main document without `.xml`; phones localize it.
        public var mainName = "export"
        /// The language of heartbeat times and electrocardiograms.
        public var language = Language.english
        /// The last day of data without appended ones: year, month and day. The default is constant, so that nothing depends on
        /// the clock.
        public var lastDay = DateComponents(year: 2025, month: 4, day: 10)
        /// The time zone of the person on every day; nil for a person who travels and moves.
        public var home: TimeZone?
        /// The number of days that a later export has in addition to the first one; the data of earlier days is the same.
        public var appendDays = 0
        /// Whether metadata has keys that differ only by case, as some apps write them. Programs that create a column for each
        /// key fail for those.
        public var hasKeysDifferingByCase = true
        /// The time zone of the days in ``DemoTruth/Steps``; it does not affect the export.
        public var timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
        /// The format; nil to choose it by the name: `.zip`, `.xml`, otherwise a folder.
        public var format: Format?

        /// Creates the options of a phone in Germany with English as its language.
        public init() {}
    }

    /// The preferred units of a person.
    public enum Units: String, Sendable, CaseIterable {
        /// Kilometers, kilograms, degrees Celsius, and kilocalories.
        case metric
        /// Miles, pounds, degrees Fahrenheit, and kilojoules, so that every conversion occurs.
        case imperial
    }

    /// The language and region of a phone.
    public enum Language: String, Sendable, CaseIterable {
        /// English in the United Kingdom: 24 hours, decimal point.
        case english
        /// English in the United States: 12 hours with a narrow space before AM and PM.
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

    /// The format of an export.
    public enum Format: String, Sendable, CaseIterable {
        /// An archive as written by phones.
        case zip
        /// The unpacked archive.
        case folder
        /// Only the main document.
        case xml
    }
}
