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

    /// Returns the person's answer.
    /// - Throws: `HKError.errorUserCanceled` if the person ends the input.
    public func answer(_ request: AuthorizationRequest) async throws -> AuthorizationAnswer {
        try await ask { try $0.answer(request) }
    }

    /// Returns the person's answer for each object.
    /// - Throws: `HKError.errorUserCanceled` if the person ends the input.
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
    /// A prompt on the terminal.
    public static var terminal: TerminalPrompt { TerminalPrompt() }
}
