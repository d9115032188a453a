// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A file type with a uniform type identifier such as `public.jpeg`.
///
/// The properties of types are from a table of common types. Two types are equal if their identifiers are equal.
public struct UTType: Hashable, Sendable, Codable {
    /// The identifier, such as `public.jpeg`.
    public let identifier: String
    /// The identifier of the type that the app specified for conformance, for types that are not in the table.
    let parent: String?

    init(identifier: String, parent: String?) {
        self.identifier = identifier
        self.parent = parent
    }

    /// Creates the type with an identifier, ignoring case.
    /// - Parameter identifier: The identifier, such as `public.jpeg`.
    /// - Returns: `nil` if the identifier is unknown; create an app's own types with ``init(exportedAs:conformingTo:)``.
    public init?(_ identifier: String) {
        guard let entry = TypeTable.entry(identifier) else { return nil }
        self.init(identifier: entry.identifier, parent: nil)
    }

    /// Creates the type of files with a file name extension.
    /// - Parameters:
    ///   - filenameExtension: The extension without a dot, in any case.
    ///   - supertype: The type that the type must conform to.
    /// - Returns: `nil` for an unknown extension, for which Apple's systems create a dynamic type.
    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        let name = filenameExtension.lowercased()
        self.init(supertype) { $0.extensions.contains(name) }
    }

    /// Creates the type with a MIME type.
    /// - Parameters:
    ///   - mimeType: The MIME type, such as `image/jpeg`, in any case.
    ///   - supertype: The type that the type must conform to.
    /// - Returns: `nil` for an unknown MIME type, for which Apple's systems create a dynamic type.
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

    /// Creates an app's own type.
    /// - Parameters:
    ///   - identifier: The identifier, such as `org.example.notes`.
    ///   - parentType: The type to conform to; if `nil`, data and content.
    public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self = UTType(identifier) ?? UTType(identifier: identifier, parent: parentType?.identifier)
    }

    /// Creates a type of another app.
    /// - Parameters:
    ///   - identifier: The identifier, such as `org.example.notes`.
    ///   - parentType: The type to conform to; if `nil`, data and content.
    public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.init(exportedAs: identifier, conformingTo: parentType)
    }

    /// The preferred file name extension without a dot; `nil` if there is none.
    public var preferredFilenameExtension: String? { TypeTable.entry(identifier)?.extensions.first }

    /// The preferred MIME type; `nil` if there is none.
    public var preferredMIMEType: String? { TypeTable.entry(identifier)?.mimeTypes.first }

    /// Whether the type is in the table.
    public var isDeclared: Bool { TypeTable.entry(identifier) != nil }

    /// Whether the type was created for an unknown extension; always `false`.
    public var isDynamic: Bool { false }

    /// Whether the identifier begins with `public.`.
    public var isPublic: Bool { identifier.hasPrefix("public.") }

    /// All types that this type conforms to, without the type itself.
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

    /// Returns whether this type is equal to another or a subtype of it: JPEG is an image.
    public func conforms(to type: UTType) -> Bool { self == type || isSubtype(of: type) }

    /// Returns whether this type is a subtype of another.
    public func isSubtype(of type: UTType) -> Bool { supertypes.contains(type) }

    /// Returns whether another type is a subtype of this one.
    public func isSupertype(of type: UTType) -> Bool { type.isSubtype(of: self) }

    /// Returns whether two types have the same identifier.
    public static func == (left: UTType, right: UTType) -> Bool { left.identifier == right.identifier }

    /// Hashes the identifier.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(identifier)
    }
}

extension UTType: CustomStringConvertible {
    /// The identifier.
    public var description: String { identifier }
}
