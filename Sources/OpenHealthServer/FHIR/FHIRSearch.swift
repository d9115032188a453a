// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore

/// A search for observations, from its parameters.
struct FHIRSearch {
    /// The types that match.
    private(set) var types = FHIRTypes.table
    /// Whether a parameter contained codes. A type that the app has not requested is then an error instead of being omitted.
    private(set) var namesCodes = false
    /// The requested observations; nil for any.
    private(set) var ids: Set<UUID>?
    /// Whether nothing can match, such as a search for observations of another person.
    private(set) var isEmpty = false
    /// The predicates for the dates of samples.
    private(set) var dates: [PredicateNode] = []
    /// The condition for the times at which the store received samples; nil for any.
    var received: ((Date) -> Bool)? {
        guard !updates.isEmpty else { return nil }
        return { [updates, now] date in
            updates.allSatisfy { alternatives in alternatives.contains { $0.matches(date, now: now) } }
        }
    }
    /// The dates of `_lastUpdated`: each of its values must match with one of its alternatives.
    private var updates: [[FHIRDateFilter]] = []
    private let now: Date
    private(set) var newestFirst = true
    /// The number of results on a page; 0 for only the total.
    private(set) var count = 100
    /// Whether the number of results on all pages is requested.
    private(set) var wantsTotal = false
    /// The requested elements of observations; nil for all.
    private(set) var elements: Set<String>?
    /// The start of the page; nil for the first page.
    private(set) var cursor: String?
    /// The parameters that were understood, except for the start of the page.
    private(set) var applied: [(name: String, value: String)] = []
    /// The names of the parameters that were ignored.
    private(set) var ignored: [String] = []
    /// Whether only the number of results is requested.
    private var isSummary = false
    /// The number of values so far.
    private var alternatives = 0

    /// The maximum number of results on a page.
    static let maximumOnAPage = 1000

    /// - Parameters:
    ///   - pairs: The parameters.
    ///   - isStrict: Whether an unknown parameter is an error.
    ///   - now: The present time.
    ///   - base: The address that references can begin with.
    init(_ pairs: [(name: String, value: String)], isStrict: Bool, now: Date, base: String) throws(Problem) {
        self.now = now
        var seen: Set<String> = []
        defer { if isSummary { count = 0 } }
        // FHIR ignores a parameter without a value.
        for (name, value) in pairs where !value.isEmpty {
            let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            // The other summaries of FHIR are ignored like parameters that are not supported.
            let isSummary = !isStrict && parts[0] == "_summary" && ["true", "text", "data"].contains(value)
            guard FHIRRoutes.searchNames.contains(String(parts[0])), !isSummary else {
                if isStrict { throw FHIRIgnored.unknown(name, of: FHIRRoutes.searchNames.sorted()) }
                ignored.append(name)
                continue
            }
            guard parts.count == 1 || (parts[1] == "Patient" && ["subject", "patient"].contains(parts[0])) else {
                throw Self.problem(parts[0], "Modifiers are not supported. Omit the colon and what follows.")
            }
            if parts[0].hasPrefix("_"), !["_id", "_lastUpdated"].contains(parts[0]), !seen.insert(name).inserted {
                throw Self.problem(parts[0], "This parameter can occur once.")
            }
            try take(String(parts[0]), value, now, base)
            if parts[0] != FHIRRoutes.cursorName {
                applied.append((name, name == "_count" ? String(count) : value))
            }
        }
    }

    /// The maximum number of alternatives in all values of a search.
    static let maximumAlternatives = 1_000

    private mutating func take(_ name: String, _ value: String, _ now: Date, _ base: String) throws(Problem) {
        alternatives += 1 + value.utf8.count { $0 == UInt8(ascii: ",") }
        guard alternatives <= Self.maximumAlternatives else {
            throw Self.problem(
                name, "A search has at most \(Self.maximumAlternatives) values. Search in several requests.")
        }
        switch name {
        case "code":
            let tokens = FHIRToken.tokens(value)
            namesCodes = namesCodes || tokens.contains { !$0.code.isEmpty }
            types = types.filter { type in
                let codings = FHIRCodes.codings(type).map { (system: $0.system, code: $0.code) }
                return tokens.contains { $0.matches(codings) }
            }
        case "category":
            let tokens = FHIRToken.tokens(value)
            types = types.filter { type in
                tokens.contains { $0.matches([(system: FHIRTypes.categorySystem, code: type.category)]) }
            }
        case "status":
            let status = (system: "http://hl7.org/fhir/observation-status", code: "final")
            isEmpty = isEmpty || !FHIRToken.tokens(value).contains { $0.matches([status]) }
        case "patient", "subject":
            let names = [FHIRObservation.person, "Patient/person", base + "/Patient/person"]
            isEmpty = isEmpty || !FHIRToken.tokens(value).contains { $0.system == nil && names.contains($0.code) }
        case "_id":
            let named = Set(FHIRToken.tokens(value).compactMap { Self.uuid($0.code) })
            ids = ids.map { $0.intersection(named) } ?? named
        case "date": dates.append(.or(try Self.filters(value, name).map { $0.predicate(now: now) }))
        case "_lastUpdated": updates.append(try Self.filters(value, name))
        default: try page(name, value)
        }
    }

    private mutating func page(_ name: String, _ value: String) throws(Problem) {
        switch name {
        case "_sort":
            guard ["date", "-date"].contains(value) else {
                throw Self.problem(
                    name, "Observations are sorted by date or -date. Find new ones with _lastUpdated instead.")
            }
            newestFirst = value == "-date"
        case "_count":
            guard value.allSatisfy({ $0.isASCII && $0.isNumber }) else {
                throw Self.problem(name, "Expected an integer, 0 or more.")
            }
            count = min(Int(value) ?? Self.maximumOnAPage, Self.maximumOnAPage)
        case "_summary":
            guard ["count", "false"].contains(value) else {
                throw Self.problem(name, "Expected count or false.")
            }
            isSummary = value == "count"
        case "_total":
            guard ["none", "estimate", "accurate"].contains(value) else {
                throw Self.problem(name, "Expected none, estimate or accurate.")
            }
            wantsTotal = value != "none"
        case "_elements":
            elements = Set(value.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) })
        case FHIRRoutes.cursorName:
            cursor = value
        default: break
        }
    }

    private static func filters(_ value: String, _ name: String) throws(Problem) -> [FHIRDateFilter] {
        var filters: [FHIRDateFilter] = []
        for text in value.split(separator: ",", omittingEmptySubsequences: false) {
            filters.append(try FHIRDateFilter(String(text), parameter: name))
        }
        return filters
    }

    /// Returns the UUID of an id, or nil if it is not a UUID; ids are in lowercase.
    static func uuid(_ id: String) -> UUID? {
        UUID(uuidString: id).flatMap { FHIRObservation.id($0) == id ? $0 : nil }
    }

    private static func problem(_ name: some StringProtocol, _ detail: String) -> Problem {
        Problem(.invalidRequest, "\(name): \(detail)", faults: [Problem.Fault("?\(name)", detail)])
    }
}

/// The texts about unknown parameters of searches.
enum FHIRIgnored {
    /// The longest name that a text repeats, in UTF-8 bytes, and the maximum number of names.
    private static let (longest, most) = (60, 10)

    /// Returns the error for a parameter.
    static func unknown(_ name: String, of known: [String]) -> Problem {
        let list = "Valid parameters: \(known.joined(separator: ", "))."
        guard name.utf8.count <= longest else { return Problem(.invalidRequest, "Unknown parameter. \(list)") }
        return Problem(
            .invalidRequest, "Unknown parameter \(name). \(list)",
            faults: [Problem.Fault("?" + name, "Unknown parameter.")])
    }

    /// Returns the warning about parameters.
    static func warning(_ names: [String]) -> String {
        let short = names.filter { $0.utf8.count <= longest }.prefix(most)
        let list = short.isEmpty ? "" : ": " + short.joined(separator: ", ")
        return "Parameters that are unknown or not supported were ignored\(list). The link `self` has the others."
    }
}

extension FHIRSearch {
    /// Returns the parts of a query for some types. The readings of blood pressures are included in those, and are separate only
    /// if the blood pressures are not requested.
    static func parts(_ types: [HKSampleType], dates: [PredicateNode]) -> [SampleQuery.Part] {
        let pressure = HKCorrelationTypeIdentifier.bloodPressure.rawValue
        let readings = [HKQuantityTypeIdentifier.bloodPressureSystolic, .bloodPressureDiastolic].map(\.rawValue)
        let hasPressures = types.contains { $0.identifier == pressure }
        return types.map { type in
            let isPart = hasPressures && readings.contains(type.identifier)
            return SampleQuery.Part(type, .and(dates + (isPart ? [.not(.related(.anyCorrelation))] : [])))
        }
    }
}

/// A code to search for: `code`, `system|code`, `system|` for every code of a system, `|code` for a code without a system.
struct FHIRToken: Equatable {
    /// The system; nil for any, empty for none.
    let system: String?
    /// The code; empty for any.
    let code: String

    /// Returns the alternatives of a parameter's value, which are separated by commas; a backslash escapes the next character.
    static func tokens(_ value: String) -> [FHIRToken] {
        split(value, at: ",").compactMap { part in
            let sides = split(part, at: "|")
            switch sides.count {
            case 1 where sides[0].isEmpty: return nil
            case 1: return FHIRToken(system: nil, code: unescaped(sides[0]))
            default:
                return FHIRToken(system: unescaped(sides[0]), code: unescaped(sides.dropFirst().joined(separator: "|")))
            }
        }
    }

    /// Returns whether the token matches any of the given codes.
    func matches(_ codings: [(system: String, code: String)]) -> Bool {
        codings.contains { coding in
            (system == nil || system == coding.system) && (code.isEmpty ? system != nil : code == coding.code)
        }
    }

    /// Splits at a separator that is not preceded by a backslash; all backslashes are kept.
    private static func split(_ text: String, at separator: Character) -> [String] {
        var (parts, isEscaped) = ([""], false)
        for letter in text {
            if letter == separator, !isEscaped {
                parts.append("")
            } else {
                parts[parts.count - 1].append(letter)
            }
            isEscaped = letter == "\\" && !isEscaped
        }
        return parts
    }

    private static func unescaped(_ text: String) -> String {
        var (result, isEscaped) = ("", false)
        for letter in text {
            if letter == "\\", !isEscaped {
                isEscaped = true
            } else {
                result.append(letter)
                isEscaped = false
            }
        }
        return result
    }
}

/// The parameters of a search, in a query or in a form.
enum FHIRForm {
    /// The maximum length of a form in bytes, and the maximum number of its parameters. Each code and date is compared with all
    /// types.
    static let longest = 256 << 10
    static let maximumParameters = 1_000

    /// Returns names and values in their order.
    /// - Throws: A ``Problem`` if the form is not UTF-8, has an escape without two digits, or is too large.
    static func pairs(_ text: String) throws(Problem) -> [(name: String, value: String)] {
        guard text.utf8.count <= longest, text.utf8.count(where: { $0 == UInt8(ascii: "&") }) < maximumParameters else {
            throw Problem(
                .invalidRequest,
                "A search has at most \(maximumParameters) parameters and \(longest) bytes. Search in several requests."
            )
        }
        var pairs: [(name: String, value: String)] = []
        for part in text.split(separator: "&") {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            pairs.append((try decoded(sides[0]), sides.count > 1 ? try decoded(sides[1]) : ""))
        }
        return pairs
    }

    private static func decoded(_ text: Substring) throws(Problem) -> String {
        guard let decoded = text.replacing("+", with: " ").removingPercentEncoding else {
            throw Problem(.invalidRequest, "A parameter is not percent-encoded UTF-8.")
        }
        return decoded
    }

    /// Returns the parameters as a query.
    static func text(_ pairs: [(name: String, value: String)]) -> String {
        pairs.map { escaped($0.name) + "=" + escaped($0.value) }.joined(separator: "&")
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }

    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/,")
}
