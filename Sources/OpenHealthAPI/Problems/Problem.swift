// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// What went wrong with a request, as RFC 9457 has it: the one shape that every error of the daemon has.
///
/// A detail says what is wrong, where, and what to do. It never repeats a value that was sent, since that may say something of
/// somebody's health, nor a token.
public struct Problem: Error, Sendable, Equatable {
    /// One place in a request that is wrong.
    public struct Fault: Sendable, Equatable {
        /// Where, as a JSON pointer (RFC 6901) into the body, or `?name` for a parameter.
        public var pointer: String
        /// What is wrong with it and what to do.
        public var detail: String

        /// Names a place and what is wrong with it.
        public init(_ pointer: String, _ detail: String) {
            self.pointer = pointer
            self.detail = detail
        }
    }

    /// What kind of problem it is; the status follows from it.
    public var kind: Kind
    /// What is wrong this time, and what to do.
    public var detail: String
    /// The places in the request that are wrong.
    public var faults: [Fault]
    /// The raw value of the `HKError.Code` that the same mistake has in a process, where it has one.
    public var healthKitCode: Int?
    /// After how many seconds it is worth trying again.
    public var retryAfter: Int?

    /// Describes a problem.
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

    /// The problem as it is sent.
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

    /// Reads a problem that a daemon sent, or gives nil where the JSON is none.
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
