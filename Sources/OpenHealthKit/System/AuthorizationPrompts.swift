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
    public func answer(_ request: AuthorizationRequest) async throws -> AuthorizationDecision {
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

/// A prompt that gives the same decision on every request.
public struct FixedPrompt: HKAuthorizationPrompt {
    private let isGranting: Bool

    /// Creates the prompt.
    /// - Parameter isGranting: Whether requests are granted.
    public init(granting isGranting: Bool) {
        self.isGranting = isGranting
    }

    /// Returns a decision that grants or denies all types.
    public func answer(_ request: AuthorizationRequest) async throws -> AuthorizationDecision {
        isGranting ? .granting(request) : .denying(request)
    }
}

extension HKAuthorizationPrompt where Self == FixedPrompt {
    /// A prompt that grants every request.
    public static var grant: FixedPrompt { FixedPrompt(granting: true) }
    /// A prompt that denies every request.
    public static var deny: FixedPrompt { FixedPrompt(granting: false) }
}

/// A prompt that calls a closure.
public struct ClosurePrompt: HKAuthorizationPrompt {
    private let body: @Sendable (AuthorizationRequest) async throws -> AuthorizationDecision

    /// Creates the prompt.
    /// - Parameter body: A closure that returns the decision; its error is passed to the app.
    @preconcurrency
    public init(_ body: @escaping @Sendable (AuthorizationRequest) async throws -> AuthorizationDecision) {
        self.body = body
    }

    /// Returns the result of the closure.
    public func answer(_ request: AuthorizationRequest) async throws -> AuthorizationDecision {
        try await body(request)
    }
}

extension HKAuthorizationPrompt where Self == ClosurePrompt {
    /// Returns a prompt that calls a closure.
    public static func answering(
        _ body: @escaping @Sendable (AuthorizationRequest) async throws -> AuthorizationDecision
    ) -> ClosurePrompt {
        ClosurePrompt(body)
    }

    /// Returns a prompt that applies a rule to each type.
    /// - Parameter allows: A closure that returns whether to allow a type. It receives the request, the type, and whether the
    ///   type is to be saved; it is called separately for reading.
    public static func rule(
        _ allows: @escaping @Sendable (AuthorizationRequest, HKObjectType, _ isSharing: Bool) -> Bool
    ) -> ClosurePrompt {
        ClosurePrompt { request in
            var decision = AuthorizationDecision()
            for type in request.share { decision.share[type] = allows(request, type, true) ? .authorized : .denied }
            for type in request.read { decision.read[type] = allows(request, type, false) ? .authorized : .denied }
            return decision
        }
    }
}

/// A request for objects that the person authorizes individually.
public struct ObjectAuthorizationRequest: Hashable, Sendable {
    /// The app.
    public var app: AppIdentity
    /// The type of the objects.
    public var type: HKObjectType
    /// The descriptions of the objects, one line each.
    public var objects: [String]

    /// Creates a request with the given properties.
    public init(app: AppIdentity, type: HKObjectType, objects: [String]) {
        self.app = app
        self.type = type
        self.objects = objects
    }
}
