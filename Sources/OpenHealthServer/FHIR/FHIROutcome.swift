// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import OpenHealthAPI
import OpenHealthModel
import Hummingbird
import NIOCore

/// Problems in the format for clients of FHIR, the only exception to RFC 9457.
enum FHIROutcome {
    /// Returns whether a path belongs to FHIR.
    static func speaks(_ path: String) -> Bool { path.hasPrefix("/fhir/") || path == "/fhir" }

    /// Returns a problem as an `OperationOutcome`.
    static func json(_ problem: Problem) -> JSONValue {
        json(
            severity: "error", code: code(problem.kind), problem.detail,
            parameters: problem.faults.map(\.pointer).filter { $0.hasPrefix("?") }.map { String($0.dropFirst()) })
    }

    /// Returns one issue.
    static func json(severity: String, code: String, _ detail: String, parameters: [String] = []) -> JSONValue {
        var issue: [(key: String, value: JSONValue)] = [
            ("severity", .string(severity)), ("code", .string(code)), ("diagnostics", .string(detail)),
        ]
        if !parameters.isEmpty {
            issue.append(("expression", .array(parameters.map { .string("http." + $0) })))
        }
        return .object([("resourceType", .string("OperationOutcome")), ("issue", .array([.object(issue)]))])
    }

    /// Returns the kind of issue of a problem.
    static func code(_ kind: Problem.Kind) -> String {
        switch kind {
        case .invalidRequest: "invalid"
        case .unauthenticated: "login"
        case .forbidden, .confirmationRequired: "forbidden"
        case .notFound: "not-found"
        case .methodNotAllowed, .notAcceptable, .unsupportedMediaType: "not-supported"
        case .requestTimeout: "timeout"
        case .conflict, .preconditionFailed: "conflict"
        case .gone: "deleted"
        case .contentTooLarge, .headerTooLarge: "too-long"
        case .invalidArgument, .rangeNotSatisfiable: "value"
        case .tooManyRequests: "throttled"
        case .internalError: "exception"
        case .unavailable: "transient"
        case .insufficientStorage: "no-store"
        }
    }
}
