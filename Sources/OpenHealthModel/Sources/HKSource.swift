// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the class is open; all stored properties are immutable and Sendable.
/// An app or device that saves data.
///
/// Tests can create subclasses; an instance of a subclass is created from an archive, with ``init(coder:)``.
open class HKSource: NSObject, NSCopying, NSSecureCoding, HKValueObject, @unchecked Sendable {
    private let storedName: String
    private let storedIdentifier: String

    /// The name for display.
    open var name: String { storedName }
    /// The bundle identifier of the app, or a generated one for a device.
    open var bundleIdentifier: String { storedIdentifier }

    /// Creates a source from stored fields.
    package init(name: String, bundleIdentifier: String) {
        storedName = name
        storedIdentifier = bundleIdentifier
    }

    /// Returns the source of the running program.
    ///
    /// The source is the app that the program specified when it set up health data, otherwise the one in the environment
    /// (`HEALTHKIT_APP_IDENTIFIER`, `HEALTHKIT_APP_NAME`), otherwise the main bundle's identifier, otherwise the name of the
    /// executable. In a test, it is the app that the test runs as.
    open class func `default`() -> HKSource { HKSourceRevision.current.source }

    var parts: [AnyHashable?] { [bundleIdentifier, name] }

    /// Returns a Boolean value that indicates whether the other source has the same bundle identifier and name.
    open override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of the bundle identifier and name.
    open override var hash: Int { hashOfParts }

    /// Returns the source itself, because it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Always `true`, because the class supports secure coding.
    open class var supportsSecureCoding: Bool { true }

    /// Encodes the source.
    open func encode(with coder: NSCoder) {
        coder.encodeArchive(["name": name, "bundleIdentifier": bundleIdentifier], forKey: "HKSource")
    }

    /// Creates a source from an archive, or returns `nil` if the archive contains none.
    public required init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKSource"), let name = archive.string("name"),
            let identifier = archive.string("bundleIdentifier")
        else { return nil }
        storedName = name
        storedIdentifier = identifier
    }
}

extension HKSource {
    /// The bundle identifier of samples that the person enters on the server's web pages.
    package static let pagesBundleIdentifier = "org.openhealthkit.web"
}
