// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// An error of a cohort's cluster or of a request to it, and its remedy.
///
/// The texts name servers, shards, tables, types and pseudonyms, never a value that someone measured.
public struct WarehouseError: Error, CustomStringConvertible {
    /// The kind of the error, which programs can compare. Open: a later version may know more kinds.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name of the kind, such as `shardUnreachable`.
        public let rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// The kind of the error.
    public var code: Code
    /// The problem and its place.
    public var message: String
    /// The remedy.
    public var remedy: String

    /// Creates an error from its parts; see the properties.
    public init(_ code: Code, _ message: String, remedy: String) {
        self.code = code
        self.message = message
        self.remedy = remedy
    }

    /// The error in one line: what is wrong, what to do.
    public var description: String { "\(message); \(remedy)" }
}

extension WarehouseError.Code {
    /// An invalid argument.
    public static let invalidArgument = Self(rawValue: "invalidArgument")
    /// A file or a document that describes a cluster cannot be read.
    public static let invalidLayout = Self(rawValue: "invalidLayout")
    /// No server of the cluster answers.
    public static let unreachable = Self(rawValue: "unreachable")
    /// No server of one shard answers, so that an answer would lack its participants.
    public static let shardUnreachable = Self(rawValue: "shardUnreachable")
    /// A server of a shard lacks what another has been given, so that an answer might lack it too.
    public static let replicaBehind = Self(rawValue: "replicaBehind")
    /// A shard can be read but not written, as without its ZooKeeper.
    public static let readOnly = Self(rawValue: "readOnly")
    /// The servers have no cohort yet, or an older or newer one than the program knows.
    public static let notPrepared = Self(rawValue: "notPrepared")
    /// The cluster has other shards than the program knows: it has grown, or a cluster file is old.
    public static let outdated = Self(rawValue: "outdated")
    /// A server refuses what was asked of it: its user, its settings or its version.
    public static let refused = Self(rawValue: "refused")
    /// A pseudonym belongs to another store.
    public static let otherStore = Self(rawValue: "otherStore")
    /// Another push under the same pseudonym is under way.
    public static let busy = Self(rawValue: "busy")
    /// A participant has been withdrawn.
    public static let withdrawn = Self(rawValue: "withdrawn")
    /// The requested object does not exist.
    public static let notFound = Self(rawValue: "notFound")
    /// An unreadable response of a server.
    public static let unreadable = Self(rawValue: "unreadable")
}

extension WarehouseError: ReportableError {
    package var isAboutArguments: Bool { code == .invalidArgument || code == .invalidLayout }
}
