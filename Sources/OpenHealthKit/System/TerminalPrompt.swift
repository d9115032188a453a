// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import OpenHealthModel
import OpenHealthSession

/// Asks on the terminal, type by type: what the app may save first, then what it may read.
///
/// Questions go to standard error, so that they do not mix with what the program prints; answers come from standard input.
public struct TerminalPrompt: HKAuthorizationPrompt {
    // One request after the other, also where the process has several stores; and no thread of a task waits for a person.
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

    /// Returns the typed answer.
    /// - Throws: `HKError.errorUserCanceled` where they end the input instead of answering.
    public func answer(_ request: AuthorizationRequest) async throws -> AuthorizationAnswer {
        try await ask { try $0.answer(request) }
    }

    /// Returns the typed answer, object by object.
    /// - Throws: `HKError.errorUserCanceled` where they end the input instead of answering.
    public func allowedObjects(_ request: ObjectAuthorizationRequest) async throws -> Set<Int> {
        try await ask { try $0.allowedObjects(request) }
    }

    private func ask<Answer: Sendable>(
        _ body: @escaping @Sendable (inout TerminalDialogue) throws -> Answer
    ) async throws -> Answer {
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
    /// Asks on the terminal.
    public static var terminal: TerminalPrompt { TerminalPrompt() }
}
