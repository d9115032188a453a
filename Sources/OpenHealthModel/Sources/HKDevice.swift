// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A piece of hardware that measures.
public final class HKDevice: NSObject, NSCopying, NSSecureCoding, HKValueObject, Sendable {
    /// The name that the person gave it.
    public let name: String?
    /// The manufacturer.
    public let manufacturer: String?
    /// Its model.
    public let model: String?
    /// The version of the hardware, such as `Watch6,7`.
    public let hardwareVersion: String?
    /// The version of the firmware.
    public let firmwareVersion: String?
    /// The version of the software.
    public let softwareVersion: String?
    /// The identifier on the recording machine.
    public let localIdentifier: String?
    /// The device identifier out of the unique device identifier that the FDA asks for.
    public let udiDeviceIdentifier: String?

    /// Describes a device; what is not known is nil.
    /// - Parameters:
    ///   - name: the name that the person gave it.
    ///   - manufacturer: who made it.
    ///   - model: its model.
    ///   - hardwareVersion: the version of the hardware.
    ///   - firmwareVersion: the version of the firmware.
    ///   - softwareVersion: the version of the software.
    ///   - localIdentifier: what tells it apart from others on this machine.
    ///   - udiDeviceIdentifier: the device identifier that the FDA asks for.
    public init(
        name: String?, manufacturer: String?, model: String?, hardwareVersion: String?, firmwareVersion: String?,
        softwareVersion: String?, localIdentifier: String?, udiDeviceIdentifier: String?
    ) {
        self.name = name
        self.manufacturer = manufacturer
        self.model = model
        self.hardwareVersion = hardwareVersion
        self.firmwareVersion = firmwareVersion
        self.softwareVersion = softwareVersion
        self.localIdentifier = localIdentifier
        self.udiDeviceIdentifier = udiDeviceIdentifier
        super.init()
    }

    /// The machine that the program runs on, by its operating system; no name, so that data says nothing of a network.
    public class func local() -> HKDevice { thisMachine }

    private static let thisMachine = HKDevice(
        name: nil, manufacturer: nil, model: system, hardwareVersion: nil, firmwareVersion: nil,
        softwareVersion: {
            let version = ProcessInfo.processInfo.operatingSystemVersion
            return "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
        }(), localIdentifier: nil, udiDeviceIdentifier: nil)

    #if os(Linux)
        private static let system = "Linux"
    #elseif os(macOS)
        private static let system = "Mac"
    #else
        private static let system = "computer"
    #endif

    /// All eight properties, in the order of the initialiser.
    package var properties: [String?] {
        [
            name, manufacturer, model, hardwareVersion, firmwareVersion, softwareVersion, localIdentifier,
            udiDeviceIdentifier,
        ]
    }

    var parts: [AnyHashable?] { [properties] }

    /// Whether the other is described alike in all eight properties.
    public override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of the eight properties.
    public override var hash: Int { hashOfParts }

    /// The device itself, which cannot change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// True: archives can be read with secure coding required.
    public static var supportsSecureCoding: Bool { true }

    private static let names = [
        "name", "manufacturer", "model", "hardwareVersion", "firmwareVersion", "softwareVersion", "localIdentifier",
        "udiDeviceIdentifier",
    ]

    /// Writes the device to an archive.
    public func encode(with coder: NSCoder) {
        var archive = HKArchive()
        for (name, value) in zip(Self.names, properties) { archive.set(value, name) }
        coder.encode(archive, forKey: "HKDevice")
    }

    /// Reads a device from an archive, or gives nil where the archive does not hold one.
    public convenience init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKDevice") else { return nil }
        self.init(
            name: archive.string("name"), manufacturer: archive.string("manufacturer"), model: archive.string("model"),
            hardwareVersion: archive.string("hardwareVersion"), firmwareVersion: archive.string("firmwareVersion"),
            softwareVersion: archive.string("softwareVersion"), localIdentifier: archive.string("localIdentifier"),
            udiDeviceIdentifier: archive.string("udiDeviceIdentifier"))
    }
}
