// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Emits the classes of characteristics, which differ only in the value that they hold.
enum CharacteristicObjectEmitter {
    private struct Characteristic {
        /// The name of the enumeration; the class has the same name with `Object`.
        let name: String
        let property: String
        /// The value of an object without one.
        var unset = "notSet"
        let summary: String
        let propertySummary: String
    }

    private static let characteristics = [
        Characteristic(
            name: "HKActivityMoveMode", property: "activityMoveMode", unset: "activeEnergy",
            summary: "The person's activity move mode.", propertySummary: "The activity move mode: energy or minutes."),
        Characteristic(
            name: "HKBiologicalSex", property: "biologicalSex", summary: "The person's biological sex.",
            propertySummary: "The sex, or `notSet`."),
        Characteristic(
            name: "HKBloodType", property: "bloodType", summary: "The person's blood type.",
            propertySummary: "The blood type, or `notSet`."),
        Characteristic(
            name: "HKFitzpatrickSkinType", property: "skinType",
            summary: "The person's skin type on the Fitzpatrick scale.",
            propertySummary: "The skin type, or `notSet`."),
        Characteristic(
            name: "HKWheelchairUse", property: "wheelchairUse", summary: "An object with the person's wheelchair use.",
            propertySummary: "The wheelchair use: yes, no, or `notSet`."),
    ]

    static func file() -> String {
        var source = SourceText(imports: ["Foundation"], "by generate-model")
        for (index, characteristic) in characteristics.enumerated() {
            if index > 0 { source.line() }
            for line in declaration(characteristic).split(separator: "\n", omittingEmptySubsequences: false) {
                source.line(String(line))
            }
        }
        return source.text
    }

    private static func declaration(_ characteristic: Characteristic) -> String {
        let (type, property) = (characteristic.name, characteristic.property)
        return """
            // Unchecked because the class is open; all stored properties are immutable and Sendable.
            /// \(characteristic.summary)
            open class \(type)Object: NSObject, NSCopying, NSSecureCoding, HKValueObject, @unchecked Sendable {
                private let stored: \(type)

                /// \(characteristic.propertySummary)
                open var \(property): \(type) { stored }

                /// Creates an object with the value `\(characteristic.unset)`, for subclasses.
                public override init() {
                    stored = .\(characteristic.unset)
                }

                /// Creates an object with a value.
                package init(\(property): \(type)) {
                    stored = \(property)
                }

                var parts: [AnyHashable?] { [\(property)] }

                /// Returns a Boolean value that indicates whether the other object has the same value.
                open override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

                /// A hash of the value.
                open override var hash: Int { hashOfParts }

                /// Returns the object itself, because it is immutable.
                open func copy(with zone: NSZone? = nil) -> Any { self }

                /// Always `true`, because the class supports secure coding.
                open class var supportsSecureCoding: Bool { true }

                /// Encodes the object.
                open func encode(with coder: NSCoder) {
                    coder.encodeArchive(["\(property)": \(property).rawValue], forKey: "\(type)Object")
                }

                /// Creates the object from an archive, or returns `nil` if the archive contains none.
                public required init?(coder: NSCoder) {
                    let archive = coder.archive(forKey: "\(type)Object")
                    guard let value = archive?.raw("\(property)", as: \(type).self) else { return nil }
                    stored = value
                }
            }
            """
    }
}
