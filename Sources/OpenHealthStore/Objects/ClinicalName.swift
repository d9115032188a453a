// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The name of a clinical record, as people read it, out of its FHIR document.
enum ClinicalName {
    /// The fields that say what a resource is about, over all kinds of resources.
    private static let fields = [
        "code", "vaccineCode", "medicationCodeableConcept", "medicationReference", "substance", "type", "category",
    ]

    /// The text of the first such field, or the name of its first code; nil where the document has neither.
    static func name(_ resource: Data) -> String? {
        guard let object = try? JSONSerialization.jsonObject(with: resource) as? [String: Any] else { return nil }
        for field in fields {
            let concept = object[field] as? [String: Any] ?? (object[field] as? [[String: Any]])?.first
            let codings = concept?["coding"] as? [[String: Any]]
            let names = [concept?["text"], concept?["display"], codings?.lazy.compactMap { $0["display"] }.first]
            if let name = names.lazy.compactMap({ $0 as? String }).first(where: { !$0.isEmpty }) { return name }
        }
        return nil
    }
}
