// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the class is open and so cannot be final; all it stores is immutable and Sendable itself.
/// An app or device that saves data.
///
/// Tests may subclass it; a subclass is created from an archive, with ``init(coder:)``.
open class HKSource: NSObject, NSCopying, NSSecureCoding, HKValueObject, @unchecked Sendable {
    private let storedName: String
    private let storedIdentifier: String

    /// The name that people know it by.
    open var name: String { storedName }
    /// The identifier of the app, or one made up for a device.
    open var bundleIdentifier: String { storedIdentifier }

    /// Creates a source from stored parts.
    package init(name: String, bundleIdentifier: String) {
        storedName = name
        storedIdentifier = bundleIdentifier
        super.init()
    }

    /// The program that runs.
    ///
    /// It is the app that the program said it is where it set up health data, else what the environment says
    /// (`HEALTHKIT_APP_IDENTIFIER`, `HEALTHKIT_APP_NAME`), else the main bundle's identifier, else the name of the
    /// executable. In a test it is the app that the test runs code as.
    open class func `default`() -> HKSource { HKSourceRevision.current.source }

    var parts: [AnyHashable?] { [bundleIdentifier, name] }

    /// Whether the other has the same bundle identifier and name.
    open override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of the bundle identifier and name.
    open override var hash: Int { hashOfParts }

    /// The source itself, which cannot change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// True: archives can be read with secure coding required.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the source to an archive.
    open func encode(with coder: NSCoder) {
        var archive = HKArchive()
        archive.set(name, "name")
        archive.set(bundleIdentifier, "bundleIdentifier")
        coder.encode(archive, forKey: "HKSource")
    }

    /// Reads a source from an archive, or gives nil where the archive does not hold one.
    public required init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKSource"), let name = archive.string("name"),
            let identifier = archive.string("bundleIdentifier")
        else { return nil }
        storedName = name
        storedIdentifier = identifier
        super.init()
    }
}

extension HKSource {
    /// The bundle identifier of samples that the person enters on the web pages of the server.
    package static let pagesBundleIdentifier = "org.openhealthkit.web"
}
