// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A hardware device that records health data.
public final class HKDevice: NSObject, NSCopying, NSSecureCoding, HKArchivedObject, HKValueObject, Sendable {
    /// The name that the person chose.
    public let name: String?
    /// The manufacturer.
    public let manufacturer: String?
    /// The model.
    public let model: String?
    /// The version of the hardware, such as `Watch6,7`.
    public let hardwareVersion: String?
    /// The version of the firmware.
    public let firmwareVersion: String?
    /// The version of the software.
    public let softwareVersion: String?
    /// The local identifier on the recording device.
    public let localIdentifier: String?
    /// The device identifier of the FDA's unique device identification.
    public let udiDeviceIdentifier: String?

    /// Creates a device; unknown properties are `nil`.
    /// - Parameters:
    ///   - name: The name that the person chose.
    ///   - manufacturer: The manufacturer.
    ///   - model: The model.
    ///   - hardwareVersion: The version of the hardware.
    ///   - firmwareVersion: The version of the firmware.
    ///   - softwareVersion: The version of the software.
    ///   - localIdentifier: The local identifier, which distinguishes devices on this computer.
    ///   - udiDeviceIdentifier: The device identifier of the FDA's unique device identification.
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
    }

    /// Returns the computer that runs the program, described by its operating system; it has no name, to keep host names out of
    /// data.
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

    /// All eight properties, in the order of the initializer.
    package var properties: [String?] {
        [
            name, manufacturer, model, hardwareVersion, firmwareVersion, softwareVersion, localIdentifier,
            udiDeviceIdentifier,
        ]
    }

    var parts: [AnyHashable?] { [properties] }

    /// Returns a Boolean value that indicates whether the other device has the same eight properties.
    public override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of the eight properties.
    public override var hash: Int { hashOfParts }

    private static let names = [
        "name", "manufacturer", "model", "hardwareVersion", "firmwareVersion", "softwareVersion", "localIdentifier",
        "udiDeviceIdentifier",
    ]

    var archive: HKArchive {
        zip(Self.names, properties).reduce(into: HKArchive()) { archive, property in
            archive.set(property.1, property.0)
        }
    }

    /// Creates a device from an archive, or returns `nil` if the archive contains none.
    public convenience init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: Self.archiveKey) else { return nil }
        self.init(
            name: archive.string("name"), manufacturer: archive.string("manufacturer"), model: archive.string("model"),
            hardwareVersion: archive.string("hardwareVersion"), firmwareVersion: archive.string("firmwareVersion"),
            softwareVersion: archive.string("softwareVersion"), localIdentifier: archive.string("localIdentifier"),
            udiDeviceIdentifier: archive.string("udiDeviceIdentifier"))
    }
}
