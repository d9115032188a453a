// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
import OpenHealthFormats
import OpenHealthModel
import OpenHealthSession

/// A scope of OAuth: types to save and to read.
///
/// Its parts are `read:` or `save:` with the name of a type, scopes of SMART that are the same as permissions to read, and the scopes of
/// SMART for refresh tokens and the patient, which every client has. Other scopes of SMART and of OpenID are never granted.
package struct OAuthScope: Sendable, Equatable {
    /// A part of the scope.
    private struct Part: Equatable {
        /// The scope as the client wrote it.
        var text: String
        /// The identifiers of types to save.
        var share: [String] = []
        /// The identifiers of types to read.
        var read: [String] = []
    }

    /// The maximum number of parts.
    private static let most = 1000
    /// The scopes that every client has.
    private static let usual: Set<String> = ["offline_access", "online_access", "launch/patient"]
    /// The scopes that no client gets.
    private static let ignored: Set<String> = [
        "openid", "profile", "fhirUser", "email", "address", "phone", "launch", "launch/encounter",
    ]

    private let parts: [Part]

    /// The scope as the client wrote it.
    var text: String { parts.map(\.text).joined(separator: " ") }
    /// The identifiers of the types to save.
    package var share: Set<String> { Set(parts.flatMap(\.share)) }
    /// The identifiers of the types to read.
    package var read: Set<String> { Set(parts.flatMap(\.read)) }
    /// Whether the client wants the identifier of the patient.
    var wantsPatient: Bool { parts.contains { $0.text == "launch/patient" } }

    /// The types as a request of an app.
    package func request(of app: AppIdentity) -> AuthorizationRequest {
        AuthorizationRequest(
            app: app, share: Set(share.compactMap { HKObjectType.named($0) as? HKSampleType }),
            read: Set(read.compactMap(HKObjectType.named)))
    }

    /// Parses a scope.
    /// - Throws: An ``OAuthFailure``, `invalid_scope`.
    init(_ text: String) throws(OAuthFailure) {
        guard text.utf8.count <= OAuthRoutes.maximumScope else {
            throw OAuthFailure(.invalidScope, "The scope is too long. Request fewer types.")
        }
        var parts: [Part] = []
        for name in text.split(separator: " ") {
            guard parts.count < Self.most else {
                throw OAuthFailure(.invalidScope, "The scope has too many parts. Request fewer types.")
            }
            if let part = try Self.part(String(name)), !parts.contains(part) { parts.append(part) }
        }
        self.parts = parts
        let request = request(of: WebApp.identity)
        guard !request.share.isEmpty || !request.read.isEmpty else {
            throw OAuthFailure(
                .invalidScope, "The scope names no types. Name at least one, such as read:stepCount or save:bodyMass.")
        }
        if let reason = AuthorizationRules.disallowed(share: request.share, read: request.read) {
            throw OAuthFailure(.invalidScope, reason)
        }
        guard !request.read.contains(where: { $0.requiresPerObjectAuthorization() }) else {
            throw OAuthFailure(
                .invalidScope,
                "The person allows prescriptions and medications one by one. Ask for them with POST "
                    + "/v1/authorization-requests, with the access token.")
        }
    }

    private static func part(_ text: String) throws(OAuthFailure) -> Part? {
        if usual.contains(text) { return Part(text: text) }
        if ignored.contains(text) { return nil }
        if let name = suffix(of: text, after: "read:") { return Part(text: text, read: [try type(name).identifier]) }
        if let name = suffix(of: text, after: "save:") {
            guard let type = try type(name) as? HKSampleType else {
                throw OAuthFailure(.invalidScope, "Apps cannot save this type. Request it with read: only.")
            }
            return Part(text: text, share: [type.identifier])
        }
        if let name = suffix(of: text, after: "patient/") {
            let read = smart(name)
            return read.isEmpty ? nil : Part(text: text, read: read.sorted())
        }
        if text.hasPrefix("user/") || text.hasPrefix("system/") { return nil }
        throw OAuthFailure(
            .invalidScope,
            "A scope is unknown. Scopes have the form read:stepCount or save:stepCount, or are those of SMART.")
    }

    private static func suffix(of text: String, after prefix: String) -> String? {
        text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil
    }

    private static func type(_ name: String) throws(OAuthFailure) -> HKObjectType {
        do {
            return try TypeNames.objectType(name, at: "scope")
        } catch {
            throw OAuthFailure(.invalidScope, error.detail)
        }
    }

    // MARK: - SMART

    private static let person = [HKCharacteristicTypeIdentifier.biologicalSex, .dateOfBirth].map(\.rawValue)
    private static let pressures = [HKQuantityTypeIdentifier.bloodPressureSystolic, .bloodPressureDiastolic].map(
        \.rawValue)

    /// Returns the types that a scope of SMART lets an app read, in version 1 or 2; empty if it includes no permission to read.
    private static func smart(_ text: String) -> Set<String> {
        let halves = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let parts = halves[0].split(separator: ".", omittingEmptySubsequences: false)
        // Scopes that include writes are not granted: apps save with `save:`.
        guard parts.count == 2, ["read", "r", "s", "rs"].contains(parts[1]) else { return [] }
        let filter = halves.count == 2 ? String(halves[1]) : nil
        switch parts[0] {
        case "Patient" where filter == nil: return Set(person)
        case "*" where filter == nil: return Set(person + observed { _ in true })
        case "Observation":
            guard let filter else { return Set(observed { _ in true }) }
            if let code = suffix(of: filter, after: "code=") {
                return Set(
                    observed { type in
                        FHIRCodes.codings(type).contains { code == "\($0.system)|\($0.code)" || code == $0.code }
                    })
            }
            if let category = suffix(of: filter, after: "category=") {
                return Set(
                    observed { category == "\(FHIRTypes.categorySystem)|\($0.category)" || category == $0.category })
            }
            return []
        default: return []
        }
    }

    /// Returns the identifiers of the types of some observations. A blood pressure consists of two types.
    private static func observed(_ isIncluded: (FHIRType) -> Bool) -> [String] {
        FHIRTypes.table.filter(isIncluded).flatMap { type in
            type.identifier == HKCorrelationTypeIdentifier.bloodPressure.rawValue ? pressures : [type.identifier]
        }
    }

    // MARK: - Grants

    /// Returns the granted part of the scope. A part that is granted as a whole keeps its text; of others, each granted type is named.
    func granted(_ permissions: [HKObjectType: AppPermission]) -> String {
        var share: Set<String> = []
        var read: Set<String> = []
        for (type, permission) in permissions {
            if permission.share == .authorized { share.insert(type.identifier) }
            if PermissionStatusJSON(permission.read) == .authorized { read.insert(type.identifier) }
        }
        var texts: [String] = []
        for part in parts {
            if share.isSuperset(of: part.share), read.isSuperset(of: part.read) {
                texts.append(part.text)
            } else {
                texts += part.share.filter(share.contains).map { "save:" + Self.name($0) }
                texts += part.read.filter(read.contains).map { "read:" + Self.name($0) }
            }
        }
        var seen: Set<String> = []
        return texts.filter { seen.insert($0).inserted }.joined(separator: " ")
    }

    private static func name(_ identifier: String) -> String {
        HealthTypes.named(identifier)?.swiftName ?? identifier
    }

    /// All scopes of the form `read:` and `save:`.
    static let native: [String] = HealthTypes.all.flatMap { facts -> [String] in
        guard let type = HKObjectType.named(facts.identifier), !(type is HKCorrelationType) else { return [] }
        return (type.requiresPerObjectAuthorization() ? [] : ["read:" + facts.swiftName])
            + (type is HKSampleType && facts.isShareable ? ["save:" + facts.swiftName] : [])
    }
}
