// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Dates and times in UTC as services write them in the language of the account.
enum WrittenDate {
    private enum Part {
        case number(Int, digits: Int)
        case word(String)
        case colon
        /// A full stop between two digits.
        case stop
    }

    /// Returns the seconds since 1970 of a date and time, such as `Jan 5, 2024, 7:00:00 AM`, `05.01.2024, 07:00:00` or `5. jan. 2024 07.00.00`.
    static func seconds(_ text: String) -> Double? {
        let parts = parts(text)
        guard let (first, time) = time(parts) else { return nil }
        var words: [String] = []
        var numbers: [Int] = []
        for (index, part) in parts.enumerated() {
            switch part {
            case .word(let word): words.append(word)
            case .number(let value, _): if index < first || index >= first + time.parts { numbers.append(value) }
            case .colon, .stop: break
            }
        }
        guard let hour = hour(time.hour, words), let day = day(numbers, words.lazy.compactMap(month).first),
            (1...12).contains(day.month), (1900...2200).contains(day.year),
            (1...CivilDay.daysInMonth(year: day.year, month: day.month)).contains(day.day)
        else { return nil }
        let days = CivilDay.number(year: day.year, month: day.month, day: day.day)
        return Double(days * 86_400 + hour * 3600 + time.minute * 60 + time.second)
    }

    private static func parts(_ text: String) -> [Part] {
        var parts: [Part] = []
        var (digits, word) = ("", "")
        func finish() {
            if let number = Int(digits) { parts.append(.number(number, digits: digits.count)) }
            if !word.isEmpty {
                parts.append(.word(word.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil)))
            }
            (digits, word) = ("", "")
        }
        let characters = Array(text.prefix(100))
        func isDigit(_ index: Int) -> Bool {
            characters.indices.contains(index) && characters[index].isASCII && characters[index].isNumber
        }
        for (index, character) in characters.enumerated() {
            if character.isASCII, character.isNumber {
                if !word.isEmpty { finish() }
                digits.append(character)
            } else if character.isLetter {
                if !digits.isEmpty { finish() }
                word.append(character)
            } else {
                finish()
                if character == ":" { parts.append(.colon) }
                if character == ".", isDigit(index - 1), isDigit(index + 1) { parts.append(.stop) }
            }
        }
        finish()
        return parts
    }

    /// A time of the day with the number of its parts.
    private typealias Time = (hour: Int, minute: Int, second: Int, parts: Int)

    /// Returns the index of the first part of the time, and the time: numbers with colons, or else the last ones with full stops, which follow
    /// a date that can have full stops too.
    private static func time(_ parts: [Part]) -> (Int, Time)? {
        func number(_ index: Int) -> Int? {
            guard parts.indices.contains(index), case .number(let value, let digits) = parts[index], digits <= 2 else {
                return nil
            }
            return value
        }
        func isColon(_ index: Int) -> Bool {
            guard parts.indices.contains(index), case .colon = parts[index] else { return false }
            return true
        }
        func isStop(_ index: Int) -> Bool {
            guard parts.indices.contains(index), case .stop = parts[index] else { return false }
            return true
        }
        func time(_ index: Int, _ isSeparator: (Int) -> Bool) -> (Int, Time)? {
            guard let hour = number(index), isSeparator(index + 1), let minute = number(index + 2) else { return nil }
            let second = isSeparator(index + 3) ? number(index + 4) : nil
            return (index, (hour, minute, second ?? 0, second == nil ? 3 : 5))
        }
        let found =
            parts.indices.lazy.compactMap { time($0, isColon) }.first
            ?? parts.indices.last { !isStop($0 - 1) && time($0, isStop) != nil }.flatMap { time($0, isStop) }
        guard let found, found.1.hour < 24, found.1.minute < 60, found.1.second < 60 else { return nil }
        return found
    }

    /// Returns the hour of the day.
    private static func hour(_ hour: Int, _ words: [String]) -> Int? {
        // Spanish writes "p. m.".
        let hasM = words.contains("m")
        let isAfternoon = words.contains { ["pm", "午後", "下午", "오후"].contains($0) || hasM && $0 == "p" }
        let isMorning = words.contains { ["am", "午前", "上午", "오전"].contains($0) || hasM && $0 == "a" }
        if isAfternoon { return hour <= 12 ? hour % 12 + 12 : hour }
        return isMorning && hour == 12 ? 0 : hour
    }

    /// Returns the day of three numbers, or of two and a month.
    private static func day(_ numbers: [Int], _ month: Int?) -> (year: Int, month: Int, day: Int)? {
        if let month {
            guard numbers.count >= 2 else { return nil }
            let (first, second) = (numbers[0], numbers[1])
            return first > 31 ? (first, month, second) : (second, month, first)
        }
        guard numbers.count >= 3 else { return nil }
        let (first, second, third) = (numbers[0], numbers[1], numbers[2])
        if first > 31 { return (first, second, third) }
        return second > 12 ? (third, first, second) : (third, second, first)
    }

    /// Returns the month of a name or its abbreviation.
    private static func month(_ word: String) -> Int? {
        let known = months.first { word.hasPrefix($0.name) }
        return known?.month
    }

    /// The beginnings of the names of months without marks, the longest first.
    private static let months: [(name: String, month: Int)] = {
        let names: [[String]] = [
            ["jan", "ene", "gen", "янв", "sty", "oca", "tammi"], ["feb", "fev", "фев", "lut", "sub", "helmi"],
            ["mar", "mrt", "мар", "maalis"], ["apr", "avr", "abr", "апр", "kwi", "nis", "huhti"],
            ["may", "mai", "mag", "maj", "mei", "ма", "touko"], ["jun", "juin", "giu", "июн", "cze", "haz", "kesa"],
            ["jul", "juil", "lug", "июл", "lip", "tem", "heina"], ["aug", "ago", "aou", "авг", "sie", "elo", "agu"],
            ["sep", "set", "сен", "wrz", "eyl", "syys"], ["oct", "okt", "ott", "out", "окт", "paz", "eki", "loka"],
            ["nov", "ноя", "lis", "kas", "marras"], ["dec", "dez", "dic", "des", "дек", "gru", "ara", "joulu"],
        ]
        let all = names.enumerated().flatMap { month, names in names.map { (name: $0, month: month + 1) } }
        return all.sorted { $0.name.count > $1.name.count }
    }()
}
