// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Crypto
import OpenHealthModel

/// The version of a FHIR resource, a digest of its content, by which clients recognise the resource that they have.
enum FHIRVersion {
    /// Returns a resource with its version as `meta.versionId`.
    static func stated(_ resource: JSONValue) -> JSONValue {
        guard case .object(let entries) = resource else { return resource }
        let content = entries.filter { $0.key != "meta" }
        let digest = SHA256.hash(data: JSONValue.object(content).bytes).prefix(16)
        let version = digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        var meta: [(key: String, value: JSONValue)] = [("versionId", .string(version))]
        if case .object(let known)? = resource["meta"] { meta += known }
        // After the type and the identifier.
        return .object(Array(content.prefix(2)) + [("meta", .object(meta))] + Array(content.dropFirst(2)))
    }

    /// Returns the entity tag of a resource, or nil if it has no version.
    static func tag(_ resource: JSONValue) -> String? {
        resource["meta"]?["versionId"]?.string.map { "W/\"\($0)\"" }
    }
}
