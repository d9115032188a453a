// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

/// A prompt that answers according to the environment (`HEALTHKIT_AUTHORIZATION` is `grant` or `deny`), otherwise prompts on the
/// terminal if there is one, and otherwise throws an error.
public struct AutomaticPrompt: HKAuthorizationPrompt {
    private let environment: [String: String]
    private let hasTerminal: Bool

    /// Creates the prompt.
    public init() {
        self.init(
            environment: ProcessInfo.processInfo.environment,
            hasTerminal: isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1)
    }

    init(environment: [String: String], hasTerminal: Bool) {
        self.environment = environment
        self.hasTerminal = hasTerminal
    }

    /// Returns the user's response.
    /// - Throws: `HKError.errorUserCanceled` if there is no terminal. The message contains the command that grants the request.
    public func answer(_ request: AuthorizationRequest) async throws -> AuthorizationAnswer {
        try await prompt(otherwise: "Grant it with `\(Self.command(request))`").answer(request)
    }

    /// Returns the user's response.
    /// - Throws: `HKError.errorUserCanceled` if there is no terminal. The message contains the command that allows all objects.
    public func allowedObjects(_ request: ObjectAuthorizationRequest) async throws -> Set<Int> {
        let whole = AuthorizationRequest(app: request.app, share: [], read: [request.type])
        return try await prompt(
            otherwise: "Let the app read every \(request.type.facts.swiftName) that there is now with "
                + "`\(Self.command(whole))`, after which it need not ask"
        ).allowedObjects(request)
    }

    private func prompt(otherwise remedy: String) throws -> any HKAuthorizationPrompt {
        if let setting = environment["HEALTHKIT_AUTHORIZATION"], !setting.isEmpty {
            switch setting {
            case "grant": return .grant
            case "deny": return .deny
            default:
                throw HKError(
                    .errorInvalidArgument,
                    "The environment variable HEALTHKIT_AUTHORIZATION is \"\(setting)\"; set it to grant or deny.")
            }
        }
        if hasTerminal { return .terminal }
        throw HKError(
            .errorUserCanceled,
            "Permission could not be requested: there is no terminal. \(remedy), set HEALTHKIT_AUTHORIZATION to grant "
                + "or deny, or choose who answers with HealthKitSystem.bootstrap.")
    }

    /// Returns the command that grants a request.
    static func command(_ request: AuthorizationRequest) -> String {
        let share = request.share.map { "--share \($0.facts.swiftName)" }.sorted()
        let read = request.read.map { "--read \($0.facts.swiftName)" }.sorted()
        let app = request.app.identifier
        let isPlain = app.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
        let word = isPlain ? app : "'\(app.replacingOccurrences(of: "'", with: "'\\''"))'"
        return (["health apps grant \(word)"] + read + share).joined(separator: " ")
    }
}

extension HKAuthorizationPrompt where Self == AutomaticPrompt {
    /// A prompt that answers according to the environment (`HEALTHKIT_AUTHORIZATION` is `grant` or `deny`), or on the terminal if
    /// there is one.
    public static var automatic: AutomaticPrompt { AutomaticPrompt() }
}
