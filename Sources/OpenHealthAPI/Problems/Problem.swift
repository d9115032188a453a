// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A problem with a request (RFC 9457), which represents every error of the server.
///
/// A detail describes the error, its location and its remedy. It does not repeat a value of the request, because this could
/// reveal a person's health data or a token.
public struct Problem: Error, Sendable, Equatable {
    /// An invalid part of a request.
    public struct Fault: Sendable, Equatable {
        /// The location: a JSON pointer (RFC 6901) into the body, `?name` for a parameter, or `{name}` for a part of the path.
        public var pointer: String
        /// The error and its remedy.
        public var detail: String

        /// Creates a fault with a location and an error.
        public init(_ pointer: String, _ detail: String) {
            self.pointer = pointer
            self.detail = detail
        }
    }

    /// The kind of the problem, which determines the status.
    public var kind: Kind
    /// The error in this case, and its remedy.
    public var detail: String
    /// The invalid parts of the request.
    public var faults: [Fault]
    /// The raw value of the `HKError.Code` of the same error in a process, if it has one.
    public var healthKitCode: Int?
    /// The number of seconds after which to try again.
    public var retryAfter: Int?

    /// Creates a problem.
    public init(
        _ kind: Kind, _ detail: String, faults: [Fault] = [], healthKitCode: Int? = nil, retryAfter: Int? = nil
    ) {
        self.kind = kind
        self.detail = detail
        self.faults = faults
        self.healthKitCode = healthKitCode
        self.retryAfter = retryAfter
    }

    /// The media type of a problem.
    public static let contentType = "application/problem+json"

    /// The wire form of the problem.
    package var json: JSONValue {
        var entries: [(key: String, value: JSONValue)] = [
            ("type", .string(kind.uri)), ("title", .string(kind.title)), ("status", .integer(kind.status)),
            ("detail", .string(detail)),
        ]
        if !faults.isEmpty {
            entries.append(
                (
                    "errors",
                    .array(
                        faults.map { .object([("pointer", .string($0.pointer)), ("detail", .string($0.detail))]) })
                ))
        }
        if let healthKitCode { entries.append(("healthKitCode", .integer(healthKitCode))) }
        if let retryAfter { entries.append(("retryAfter", .integer(retryAfter))) }
        return .object(entries)
    }

    /// Decodes a problem from a server; returns nil if the JSON is not a problem.
    package init?(_ json: JSONValue) {
        guard let kind = json["type"]?.string.flatMap(Kind.init(uri:)), let detail = json["detail"]?.string else {
            return nil
        }
        self.init(
            kind, detail,
            faults: (json["errors"]?.array ?? []).compactMap { fault in
                guard let pointer = fault["pointer"]?.string, let detail = fault["detail"]?.string else { return nil }
                return Fault(pointer, detail)
            },
            healthKitCode: json["healthKitCode"]?.double.flatMap { Int(exactly: $0) },
            retryAfter: json["retryAfter"]?.double.flatMap { Int(exactly: $0) })
    }
}

extension Problem {
    /// Reads a value whose schema is less strict than its rules: an error is reported as an invalid argument rather than as an
    /// invalid request.
    package static func ofContent<Value>(_ body: () throws(Problem) -> Value) throws(Problem) -> Value {
        do {
            return try body()
        } catch {
            guard error.kind == .invalidRequest else { throw error }
            var problem = error
            problem.kind = .invalidArgument
            throw problem
        }
    }
}
