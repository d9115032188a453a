// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import CoreMetrics
import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthFormats
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// The requests of version 3 of Nightscout's interface that change a document.
struct NightscoutVersion3Writes {
    private let scope: RequestScope
    private let collection: NightscoutCollection

    init(_ scope: RequestScope, _ collection: NightscoutCollection) {
        self.scope = scope
        self.collection = collection
    }

    /// The result of a request, which is determined in the transaction.
    private struct Outcome {
        /// The stored document; nil if the request is refused or deletes it.
        var document: NightscoutDocument?
        /// The version before; nil for a new document.
        var earlier: NightscoutDocument?
        /// Why the request is refused; nil if it is not.
        var problem: Problem?
        /// The change; nothing if the request is refused.
        var action = AppAccess.DocumentAction.nothing
    }

    // MARK: Requests

    /// Saves a document, which replaces the one with its identifier, or the same one that was sent without an identifier.
    func create() async throws -> Response {
        let (json, now) = (try await body(), scope.services.configuration.clock())
        let new = try refused { () throws(NightscoutFault) in
            try NightscoutReader.version3(json, in: collection, now: now, identify: Self.identifier)
        }
        let isComputed = json["identifier"] == nil
        let (outcome, modified) = try await change(.save) { [collection] table in
            var (document, found) = (new, try table.entry(identifier: new.identity, in: collection))
            if isComputed, let known = found, document.differsInKind(from: known.document) {
                // Insulin and carbohydrates of one moment are two documents, although their device, date and type are the same.
                document = Self.renamed(document)
                found = try table.entry(identifier: document.identity, in: collection)
            }
            found = try found ?? table.entry(withoutIdentifierLike: document)
            return (found, Self.saved(document, over: found, changes: document.json, isDuplicate: true, now: now))
        }
        return try response(outcome, modified, isCreation: true)
    }

    /// Replaces the document with the identifier in the path, or saves a new one.
    func update() async throws -> Response {
        let (json, now, name) = (try await body(), scope.services.configuration.clock(), try identifier())
        let new = try refused { () throws(NightscoutFault) in
            try NightscoutReader.version3(json, in: collection, identifier: name, now: now, identify: Self.identifier)
        }
        let limit = scope.request.headers[.ifUnmodifiedSince].flatMap(HTTPDate.seconds)
        let (outcome, modified) = try await change(.save) { [collection] table in
            let found = try table.entry(identifier: name, in: collection)
            if let problem = Self.conflict(found, limit) { return (found, Outcome(problem: problem)) }
            // The path can also have the value of `_id`.
            let document = found.map { Self.renamed(new, to: $0.document.identifier) } ?? new
            return (found, Self.saved(document, over: found, changes: document.json, isDuplicate: true, now: now))
        }
        return try response(outcome, modified, isCreation: false)
    }

    /// Changes fields of the document with the identifier in the path.
    func patch() async throws -> Response {
        let (json, now, name) = (try await body(), scope.services.configuration.clock(), try identifier())
        let limit = scope.request.headers[.ifUnmodifiedSince].flatMap(HTTPDate.seconds)
        let (outcome, modified) = try await change(.save) { [collection] table in
            guard let found = try table.entry(identifier: name, in: collection) else {
                return (nil, Outcome(problem: Self.isMissing))
            }
            if let problem = Self.conflict(found, limit) { return (found, Outcome(problem: problem)) }
            do throws(NightscoutFault) {
                let document = try NightscoutReader.version3(found.document, changes: json, now: now)
                return (found, Self.saved(document, over: found, changes: json, isDuplicate: false, now: now))
            } catch {
                return (found, Outcome(problem: Problem(.invalidRequest, error.message)))
            }
        }
        if let problem = outcome.problem { throw problem }
        return scope.response(
            .object([("status", .integer(200))]), headers: [.lastModified: HTTPDate.text(milliseconds: modified)])
    }

    /// Deletes the document with the identifier in the path.
    func delete() async throws -> Response {
        let (name, isPermanent) = (try identifier(), scope.query("permanent") == "true")
        let (outcome, _) = try await change(.delete) { [collection] table in
            guard let found = try table.entry(identifier: name, in: collection) else {
                return (nil, Outcome(problem: Self.isMissing))
            }
            if found.document.isReadOnly { return (found, Outcome(problem: Self.isReadOnly)) }
            return (found, Outcome(action: isPermanent ? .remove : .delete))
        }
        if let problem = outcome.problem { throw problem }
        return scope.response(.object([("status", .integer(200))]))
    }

    // MARK: Parts

    private func body() async throws -> JSONValue {
        let json = try BodyReader.json(try await scope.unpackedBody(), leniency: .parts).value.withoutRepeatedKeys
        guard case .object(let entries) = json, !entries.isEmpty else {
            throw Problem(.invalidRequest, "Bad or missing request body")
        }
        return json
    }

    private func identifier() throws(Problem) -> String {
        NightscoutHandlers.plain(try scope.path("identifier"))
    }

    /// Converts a fault of a document to a problem.
    private func refused<Value>(_ read: () throws(NightscoutFault) -> Value) throws(Problem) -> Value {
        do {
            return try read()
        } catch {
            throw Problem(.invalidRequest, error.message)
        }
    }

    /// Runs a change in one transaction.
    /// - Parameter decide: Returns the stored document, if there is one, and the outcome.
    private func change(
        _ operation: AppOperation,
        decide: @escaping @Sendable (NightscoutTable) throws -> (NightscoutTable.Entry?, Outcome)
    ) async throws -> (outcome: Outcome, modified: Int64) {
        let (access, collection, services) = (try scope.access(), collection, scope.services)
        return try await scope.blocking {
            let now = services.configuration.clock()
            var outcome = Outcome()
            let changed = try access.changeDocument(in: collection, as: operation) { table in
                let (found, decided) = try decide(table)
                outcome = decided
                return (found, decided.action)
            } read: {
                NightscoutReader.reading($0, now: now)
            }
            if let changed { services.metrics.samplesSaved.increment(by: changed.receipt.allSamples.added) }
            return (outcome, changed?.modified ?? 0)
        }
    }

    /// Returns the outcome of saving a version of a document.
    private static func saved(
        _ document: NightscoutDocument, over found: NightscoutTable.Entry?, changes: JSONValue, isDuplicate: Bool,
        now: Date
    ) -> Outcome {
        if let found {
            if found.document.isReadOnly { return Outcome(problem: isReadOnly) }
            let field = NightscoutReader.changedField(of: found.document, by: changes, isDuplicate: isDuplicate)
            if let field {
                return Outcome(problem: Problem(.invalidRequest, "Field \(field) cannot be modified by the client"))
            }
        }
        var document = document
        if case .object(let entries) = document.json, document.json["srvCreated"] == nil {
            let created = found?.document.json["srvCreated"] ?? .integer(NightscoutSamples.milliseconds(now))
            document.json = .object(entries + [("srvCreated", created)])
        }
        return Outcome(document: document, earlier: found?.document, action: .save(document))
    }

    private static let isMissing = Problem(.notFound, "There is no document with this identifier.")
    private static let isReadOnly = Problem(.invalidArgument, "Trying to modify read-only document")

    /// Returns why a document cannot be changed; nil if it can.
    /// - Parameter limit: The date after which the document must not have been changed, in seconds since 1970.
    private static func conflict(_ found: NightscoutTable.Entry?, _ limit: Int64?) -> Problem? {
        guard let found else { return nil }
        if !found.document.isValid { return Problem(.gone, "The document was deleted.") }
        guard let limit, found.modified / 1000 > limit else { return nil }
        return Problem(.preconditionFailed, "The document was changed after the date in If-Unmodified-Since.")
    }

    private func response(_ outcome: Outcome, _ modified: Int64, isCreation: Bool) throws -> Response {
        if let problem = outcome.problem { throw problem }
        guard let document = outcome.document else { throw Self.isMissing }
        var headers: HTTPFields = [.lastModified: HTTPDate.text(milliseconds: modified)]
        let path = "/api/v3/\(collection.rawValue)/"
        let name = JSONValue.string(document.identifier)
        let encoded = document.identifier.addingPercentEncoding(withAllowedCharacters: Self.plain) ?? ""
        let isNew = outcome.earlier == nil
        var response: [(key: String, value: JSONValue)] = [("status", .integer(isNew ? 201 : 200))]
        if isNew || isCreation {
            headers[.location] = path + encoded
            response.append(("identifier", name))
        }
        if let earlier = outcome.earlier, isCreation {
            response.append(("isDeduplication", .bool(true)))
            if earlier.identifier != document.identifier {
                response.append(("deduplicatedIdentifier", .string(earlier.identifier)))
            }
        }
        response.append(("lastModified", .number(String(modified))))
        return scope.response(.object(response), status: isNew ? .created : .ok, headers: headers)
    }

    /// The characters that are not encoded in a path.
    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    // MARK: Identifiers

    /// Returns the identifier that a server of Nightscout gives to a document: a UUID of version 5 in a name space of its own.
    static func identifier(_ key: String) -> String {
        var bytes = Array(Insecure.SHA1.hash(data: Data("NightscoutRocks!".utf8) + Data(key.utf8)).prefix(16))
        bytes[6] = bytes[6] & 0x0f | 0x50
        bytes[8] = bytes[8] & 0x3f | 0x80
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }.uuidString.lowercased()
    }

    /// Returns a document with another identifier.
    /// - Parameter identifier: The identifier; nil for that of another document of the same device, date and type.
    private static func renamed(_ document: NightscoutDocument, to identifier: String? = nil) -> NightscoutDocument {
        var document = document
        let name = identifier ?? self.identifier(document.identity + "_2")
        document.identity = name
        if case .object(let entries) = document.json {
            document.json = .object(entries.map { $0.key == "identifier" ? ($0.key, .string(name)) : $0 })
        }
        return document
    }
}
