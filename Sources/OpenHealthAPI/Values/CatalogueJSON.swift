// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession

/// The vocabulary of the interface: types, activities of workouts and metadata keys, with the names of their values.
package struct CatalogueJSON: JSONRepresentable {
    /// A value of an enumeration with its name.
    package struct NamedValue: JSONRepresentable {
        package var value: Int
        /// The short name, such as asleepCore.
        package var name: String

        package static let format = JSONFormat<NamedValue>.object(
            named: "NamedValue", about: "A value of an enumeration with its name.", ignoresOthers: true,
            .required("value", \.value, .integer().described("The raw value, as samples and metadata have it.")),
            .required("name", \.name, .string.described("The short name, such as asleepCore."))
        ) { NamedValue(value: $0, name: $1) }

        /// Returns the values of an enumeration, in order.
        static func values(of enumeration: String) -> [NamedValue] {
            HealthEnums.allowedValues(ofEnum: enumeration).sorted().compactMap { value in
                HealthEnums.shortName(ofEnum: enumeration, rawValue: value).map { NamedValue(value: value, name: $0) }
            }
        }
    }

    /// A type of health data.
    package struct Entry: JSONRepresentable {
        package var type: String
        package var name: String
        package var kind: HealthTypeDescription.Kind
        package var unit: String?
        package var aggregation: String?
        package var canShare: Bool
        package var canRead: Bool
        package var isPerObject: Bool
        package var values: [NamedValue]

        package static let format = JSONFormat<Entry>.object(
            named: "CatalogueType", about: "A type of health data.", ignoresOthers: true,
            .required("type", \.type, .string.schema(.named("TypeName"))),
            .required("name", \.name, .string.described("Its short name, such as stepCount.")),
            .required("kind", \.kind, .one(of: HealthTypeDescription.Kind.allCases.map { ($0.rawValue, $0) })),
            .optional("unit", \.unit, .string.schema(.named("Unit"))),
            .optional(
                "aggregation", \.aggregation,
                .string.described("Of a quantity: cumulative values have a sum, discrete ones an average.")),
            .required(
                "canShare", \.canShare,
                .bool.described(
                    "Whether an app can ask for permission to save it. A correlation needs that of its members instead."
                )),
            .required("canRead", \.canRead, .bool.described("Whether an app can ask for permission to read it.")),
            .optional(
                "perObject", \.isPerObject,
                .bool.described(
                    "Whether the person allows objects one by one: the key objects of POST /v1/authorization-requests."),
                default: false),
            .required(
                "values", \.values,
                .array(of: NamedValue.format).described("The values of a category; empty for others."))
        ) { type, name, kind, unit, aggregation, canShare, canRead, isPerObject, values in
            Entry(
                type: type, name: name, kind: kind, unit: unit, aggregation: aggregation, canShare: canShare,
                canRead: canRead, isPerObject: isPerObject, values: values)
        }

        init(
            type: String, name: String, kind: HealthTypeDescription.Kind, unit: String?, aggregation: String?,
            canShare: Bool, canRead: Bool, isPerObject: Bool, values: [NamedValue]
        ) {
            self.type = type
            self.name = name
            self.kind = kind
            self.unit = unit
            self.aggregation = aggregation
            self.canShare = canShare
            self.canRead = canRead
            self.isPerObject = isPerObject
            self.values = values
        }

        init(_ type: HealthTypeDescription) {
            let object = HKObjectType.named(type.identifier)
            let share = (object as? HKSampleType).map { AuthorizationRules.disallowed(share: [$0], read: []) == nil }
            self.init(
                type: type.identifier, name: type.swiftName, kind: type.kind, unit: type.canonicalUnit,
                aggregation: type.aggregationStyle.map { "\($0)" }, canShare: share ?? false,
                canRead: object.map { AuthorizationRules.disallowed(share: [], read: [$0]) == nil } ?? false,
                isPerObject: object?.requiresPerObjectAuthorization() ?? false,
                values: type.kind == .category ? type.valueEnum.map(NamedValue.values) ?? [] : [])
        }
    }

    /// A metadata key.
    package struct MetadataKey: JSONRepresentable {
        package var key: String
        package var form: String
        package var unit: String?
        package var values: [NamedValue]
        package var about: String?

        package static let format = JSONFormat<MetadataKey>.object(
            named: "CatalogueMetadataKey", about: "A metadata key of HealthKit.", ignoresOthers: true,
            .required("key", \.key, .string),
            .required(
                "form", \.form,
                .one(of: ["string", "number", "bool", "date", "quantity"].map { ($0, $0) })
                    .described("The form of its value; see the schema Metadata.")),
            .optional(
                "unit", \.unit,
                .string.schema(.named("Unit")).described("Of a quantity: a unit with which its own is compatible.")),
            .required(
                "values", \.values,
                .array(of: NamedValue.format).described("The values of a number with names; else empty.")),
            .optional("about", \.about, .string)
        ) { MetadataKey(key: $0, form: $1, unit: $2, values: $3, about: $4) }

        init(key: String, form: String, unit: String?, values: [NamedValue], about: String?) {
            self.key = key
            self.form = form
            self.unit = unit
            self.values = values
            self.about = about
        }

        init?(_ key: String) {
            let (form, unit): (String, String?)
            switch HealthMetadataKeys.valueKind(key) {
            case nil: return nil
            case .string: (form, unit) = ("string", nil)
            case .number: (form, unit) = ("number", nil)
            case .bool: (form, unit) = ("bool", nil)
            case .date: (form, unit) = ("date", nil)
            case .quantity(let known): (form, unit) = ("quantity", known)
            }
            self.init(
                key: key, form: form, unit: unit,
                values: HealthMetadataKeys.valueEnum(key).map(NamedValue.values) ?? [],
                about: Self.notes[key])
        }

        private static let notes = [
            HKMetadataKeySyncIdentifier:
                "The app's own identifier of the sample. Saving a sample with the identifier of an earlier one and a higher "
                + "\(HKMetadataKeySyncVersion) replaces it; with the same or a lower one, the earlier is kept.",
            HKMetadataKeySyncVersion: "The version of the sample with the \(HKMetadataKeySyncIdentifier).",
        ]
    }

    package var types: [Entry]
    package var activities: [NamedValue]
    package var metadataKeys: [MetadataKey]

    package static let format = JSONFormat<CatalogueJSON>.object(
        named: "Catalogue", about: "The vocabulary of the interface.", ignoresOthers: true,
        .required("types", \.types, .array(of: Entry.format)),
        .required(
            "activities", \.activities, .array(of: NamedValue.format).described("The activities of workouts.")),
        .required("metadataKeys", \.metadataKeys, .array(of: MetadataKey.format))
    ) { CatalogueJSON(types: $0, activities: $1, metadataKeys: $2) }

    /// The whole vocabulary, in the order of identifiers, names and keys.
    package static let whole = CatalogueJSON(
        types: HealthTypes.all.sorted { $0.identifier < $1.identifier }.map(Entry.init),
        activities: HKWorkoutActivityType.allCases.map { (name: "\($0)", value: Int(clamping: $0.rawValue)) }
            .sorted { $0.name < $1.name }.map { NamedValue(value: $0.value, name: $0.name) },
        metadataKeys: HealthMetadataKeys.all.compactMap(MetadataKey.init))
}
