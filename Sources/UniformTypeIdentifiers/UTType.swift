// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The kind of a file, known by a uniform identifier such as `public.jpeg`.
///
/// What is known of a kind comes from a table of common ones; two are equal when their identifiers are.
public struct UTType: Hashable, Sendable, Codable {
    /// The identifier, such as `public.jpeg`.
    public let identifier: String
    /// The identifier of what the app said that the type conforms to, for types that no table has.
    let parent: String?

    init(identifier: String, parent: String?) {
        self.identifier = identifier
        self.parent = parent
    }

    /// The kind with an identifier; capitals do not matter.
    /// - Parameter identifier: such as `public.jpeg`.
    /// - Returns: nil for an unknown one; an app's own types come from ``init(exportedAs:conformingTo:)``.
    public init?(_ identifier: String) {
        guard let entry = TypeTable.entry(identifier) else { return nil }
        self.init(identifier: entry.identifier, parent: nil)
    }

    /// The kind of files whose names end so.
    /// - Parameters:
    ///   - filenameExtension: the extension without a dot; capitals do not matter.
    ///   - supertype: what the kind has to conform to.
    /// - Returns: nil for an unknown extension, for which Apple's systems create a dynamic type.
    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        let name = filenameExtension.lowercased()
        self.init(supertype) { $0.extensions.contains(name) }
    }

    /// The kind with a MIME type.
    /// - Parameters:
    ///   - mimeType: such as `image/jpeg`; capitals do not matter.
    ///   - supertype: what the kind has to conform to.
    /// - Returns: nil for an unknown MIME type, for which Apple's systems create a dynamic type.
    public init?(mimeType: String, conformingTo supertype: UTType = .data) {
        let name = mimeType.lowercased()
        self.init(supertype) { $0.mimeTypes.contains(name) }
    }

    private init?(_ supertype: UTType, where fits: (TypeTable.Entry) -> Bool) {
        let found = TypeTable.entries.lazy.filter(fits)
            .map { UTType(identifier: $0.identifier, parent: nil) }.first { $0.conforms(to: supertype) }
        guard let found else { return nil }
        self = found
    }

    /// A kind of the app's own.
    /// - Parameters:
    ///   - identifier: such as `org.example.notes`.
    ///   - parentType: what the kind conforms to; data and content where nil.
    public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self = UTType(identifier) ?? UTType(identifier: identifier, parent: parentType?.identifier)
    }

    /// A kind of another app's.
    /// - Parameters:
    ///   - identifier: such as `org.example.notes`.
    ///   - parentType: what the kind conforms to; data and content where nil.
    public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.init(exportedAs: identifier, conformingTo: parentType)
    }

    /// How names of such files usually end, without a dot; nil where there is no such custom.
    public var preferredFilenameExtension: String? { TypeTable.entry(identifier)?.extensions.first }

    /// The usual MIME type; nil where there is none.
    public var preferredMIMEType: String? { TypeTable.entry(identifier)?.mimeTypes.first }

    /// Whether the table knows the kind.
    public var isDeclared: Bool { TypeTable.entry(identifier) != nil }

    /// Whether the type was created for an unknown extension: always false.
    public var isDynamic: Bool { false }

    /// Whether the identifier begins with `public.`.
    public var isPublic: Bool { identifier.hasPrefix("public.") }

    /// All kinds that this one conforms to, without itself.
    public var supertypes: Set<UTType> {
        var found: Set<UTType> = []
        var next = directSupertypes
        while let type = next.popLast() {
            if found.insert(type).inserted { next += type.directSupertypes }
        }
        return found
    }

    private var directSupertypes: [UTType] {
        let names = TypeTable.entry(identifier)?.conformsTo ?? [parent ?? UTType.data.identifier]
        return names.map { UTType(identifier: $0, parent: nil) }
    }

    /// Whether this kind is the other or one of its special cases: JPEG is an image.
    public func conforms(to type: UTType) -> Bool { self == type || isSubtype(of: type) }

    /// Whether this kind is a special case of another.
    public func isSubtype(of type: UTType) -> Bool { supertypes.contains(type) }

    /// Whether another kind is a special case of this one.
    public func isSupertype(of type: UTType) -> Bool { type.isSubtype(of: self) }

    /// Whether two have the same identifier.
    public static func == (left: UTType, right: UTType) -> Bool { left.identifier == right.identifier }

    /// Feeds the identifier to a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(identifier)
    }
}

extension UTType: CustomStringConvertible {
    /// The identifier.
    public var description: String { identifier }
}
