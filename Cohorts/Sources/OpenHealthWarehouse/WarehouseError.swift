// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// An error of a cohort's cluster or of a request to it, and its remedy.
///
/// The messages can contain servers, shards, tables, types and pseudonyms, but never health values.
public struct WarehouseError: Error, CustomStringConvertible {
    /// The kind of an error of the cluster.
    public typealias Code = ErrorCode<WarehouseError>

    /// The kind of the error.
    public var code: Code
    /// The problem and its location.
    public var message: String
    /// The remedy.
    public var remedy: String

    /// Creates an error from its parts; see the properties.
    public init(_ code: Code, _ message: String, remedy: String) {
        self.code = code
        self.message = message
        self.remedy = remedy
    }

    /// The error in one line: the problem and its remedy.
    public var description: String { "\(message); \(remedy)" }
}

extension WarehouseError.Code {
    /// An argument is invalid.
    public static let invalidArgument = Self(rawValue: "invalidArgument")
    /// A file or document with a layout can't be read or is invalid.
    public static let invalidLayout = Self(rawValue: "invalidLayout")
    /// No server of the cluster responds.
    public static let unreachable = Self(rawValue: "unreachable")
    /// No server of a shard responds, so a result would lack its participants.
    public static let shardUnreachable = Self(rawValue: "shardUnreachable")
    /// A replica lacks rows of its shard, so a result might lack them, too.
    public static let replicaBehind = Self(rawValue: "replicaBehind")
    /// A shard is read-only, as it is without its ZooKeeper.
    public static let readOnly = Self(rawValue: "readOnly")
    /// The servers have no cohort yet, or a cohort of an older or newer version.
    public static let notPrepared = Self(rawValue: "notPrepared")
    /// The cluster has other shards than the layout of this program: it has grown, or a cluster file is outdated.
    public static let outdated = Self(rawValue: "outdated")
    /// A server rejects a request because of its user, its settings or its version.
    public static let refused = Self(rawValue: "refused")
    /// A pseudonym belongs to another store.
    public static let otherStore = Self(rawValue: "otherStore")
    /// Another push with the same pseudonym is in progress.
    public static let busy = Self(rawValue: "busy")
    /// A participant has been withdrawn.
    public static let withdrawn = Self(rawValue: "withdrawn")
    /// The requested object does not exist.
    public static let notFound = Self(rawValue: "notFound")
    /// The response of a server can't be read.
    public static let unreadable = Self(rawValue: "unreadable")
}

extension WarehouseError: ReportableError {
    /// Whether the problem is in the caller's arguments.
    public var isAboutArguments: Bool { code == .invalidArgument || code == .invalidLayout }
}
