// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import OpenHealthModel
import OpenHealthSession

/// A prompt that asks on the terminal for each type: first the types that the app requests to save, then those to read.
///
/// Questions are printed to standard error to keep them apart from the output of the program; answers are read from standard
/// input.
public struct TerminalPrompt: HKAuthorizationPrompt {
    // Requests are answered one at a time, even if the process has several stores, and no thread of a task blocks.
    private static let queue = DispatchQueue(label: "org.openhealthkit.terminal")

    private let makeDialogue: @Sendable () -> TerminalDialogue

    /// Creates the prompt.
    public init() {
        self.init {
            TerminalDialogue(
                read: { readLine(strippingNewline: true) },
                write: { FileHandle.standardError.write(Data($0.utf8)) })
        }
    }

    init(_ makeDialogue: @escaping @Sendable () -> TerminalDialogue) {
        self.makeDialogue = makeDialogue
    }

    /// Returns the person's decision.
    /// - Throws: `HKError.errorUserCanceled` if the person ends the input.
    public func answer(_ request: AuthorizationRequest) async throws -> AuthorizationDecision {
        try await ask { try $0.answer(request) }
    }

    /// Returns the person's decision for each object.
    /// - Throws: `HKError.errorUserCanceled` if the person ends the input.
    public func allowedObjects(_ request: ObjectAuthorizationRequest) async throws -> Set<Int> {
        try await ask { try $0.allowedObjects(request) }
    }

    private func ask<Output: Sendable>(
        _ body: @escaping @Sendable (inout TerminalDialogue) throws -> Output
    ) async throws -> Output {
        let makeDialogue = makeDialogue
        return try await withCheckedThrowingContinuation { continuation in
            Self.queue.async {
                continuation.resume(
                    with: Result {
                        var dialogue = makeDialogue()
                        return try body(&dialogue)
                    })
            }
        }
    }
}

extension HKAuthorizationPrompt where Self == TerminalPrompt {
    /// A prompt on the terminal.
    public static var terminal: TerminalPrompt { TerminalPrompt() }
}

/// The questions of ``TerminalPrompt`` and the interpretation of the person's input.
struct TerminalDialogue {
    /// Returns a line that the person typed, or nil at the end of the input.
    let read: () -> String?
    /// Shows a string.
    let write: (String) -> Void

    private enum Reply {
        case yes, no, all, none
        case since(Date, all: Bool)
    }

    func answer(_ request: AuthorizationRequest) throws -> AuthorizationDecision {
        introduce(request.app)
        var decision = AuthorizationDecision()
        let share = request.share.sorted { $0.facts.swiftName < $1.facts.swiftName }
        for (type, reply) in try ask(share, verb: "save", takesDates: false) {
            if case .yes = reply { decision.share[type] = .authorized } else { decision.share[type] = .denied }
        }
        let read = request.read.sorted { $0.facts.swiftName < $1.facts.swiftName }
        for (type, reply) in try ask(read, verb: "read", takesDates: true) {
            switch reply {
            case .yes, .all: decision.read[type] = .authorized
            case .no, .none: decision.read[type] = .denied
            case .since(let date, _): decision.read[type] = .limited(since: date)
            }
        }
        return decision
    }

    func allowedObjects(_ request: ObjectAuthorizationRequest) throws -> Set<Int> {
        introduce(request.app)
        if request.objects.isEmpty { write("There is no \(request.type.facts.swiftName) to read.\n") }
        var allowed: Set<Int> = []
        var rest: Reply?
        for (index, object) in request.objects.enumerated() {
            let reply = try rest ?? ask("May it read \(request.type.facts.swiftName), \(object)?", takesDates: false)
            switch reply {
            case .all:
                rest = .yes
                allowed.insert(index)
            case .yes: allowed.insert(index)
            case .none: rest = .no
            case .no, .since: break
            }
        }
        return allowed
    }

    private func introduce(_ app: AppIdentity) {
        write("\(app.name) (\(app.identifier)) asks to use your health data.\n")
    }

    private func ask<T: HKObjectType>(_ types: [T], verb: String, takesDates: Bool) throws -> [(T, Reply)] {
        var replies: [(T, Reply)] = []
        var rest: Reply?
        for type in types {
            let reply = try rest ?? ask("May it \(verb) \(type.facts.swiftName)?", takesDates: takesDates)
            switch reply {
            case .all: rest = .yes
            case .none: rest = .no
            case .since(let date, all: true): rest = .since(date, all: false)
            case .yes, .no, .since: break
            }
            replies.append((type, rest ?? reply))
        }
        return replies
    }

    private func ask(_ prompt: String, takesDates: Bool) throws -> Reply {
        let choices = takesDates ? "y, n, all, none, or a date: what starts then or later" : "y, n, all, none"
        while true {
            write("\(prompt) [\(choices)] ")
            guard let line = read() else {
                write("\n")
                throw HKError(.errorUserCanceled, "The person ended the input instead of answering the request.")
            }
            if let reply = Self.reply(line, takesDates: takesDates) { return reply }
            write(
                takesDates
                    ? "Type y, n, all, none, a date such as 2026-01-31, or \"all\" and a date.\n"
                    : "Type y, n, all or none.\n")
        }
    }

    private static func reply(_ line: String, takesDates: Bool) -> Reply? {
        let words = line.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
        switch words {
        case ["y"], ["yes"]: return .yes
        case ["n"], ["no"]: return .no
        case ["all"]: return .all
        case ["none"]: return Reply.none
        default:
            guard takesDates, let last = words.last, let date = day(last) else { return nil }
            switch words.dropLast() {
            case []: return .since(date, all: false)
            case ["all"]: return .since(date, all: true)
            default: return nil
            }
        }
    }

    /// Returns the start of a day in the time zone of the machine.
    private static func day(_ text: String) -> Date? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2], year >= 1900 else {
            return nil
        }
        let calendar = Calendar(identifier: .gregorian)
        let components = DateComponents(calendar: calendar, year: year, month: month, day: day)
        return components.isValidDate ? calendar.date(from: components) : nil
    }
}
