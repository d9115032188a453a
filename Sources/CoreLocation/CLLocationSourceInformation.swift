// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Information about the source of a location.
public final class CLLocationSourceInformation: NSObject, NSCopying, NSSecureCoding, Sendable {
    /// Whether software simulated the location.
    public let isSimulatedBySoftware: Bool
    /// Whether an accessory measured the location.
    public let isProducedByAccessory: Bool

    /// Creates the information.
    /// - Parameters:
    ///   - isSoftware: Whether software simulated the location.
    ///   - isAccessory: Whether an accessory measured the location.
    public init(softwareSimulationState isSoftware: Bool, andExternalAccessoryState isAccessory: Bool) {
        isSimulatedBySoftware = isSoftware
        isProducedByAccessory = isAccessory
    }

    /// Returns a Boolean value that indicates whether the other object has the same value.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CLLocationSourceInformation else { return false }
        return other.isSimulatedBySoftware == isSimulatedBySoftware
            && other.isProducedByAccessory == isProducedByAccessory
    }

    /// A hash of both values.
    public override var hash: Int { (isSimulatedBySoftware ? 1 : 0) | (isProducedByAccessory ? 2 : 0) }

    /// Returns the information itself, because it is immutable.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Always `true`, because the class supports secure coding.
    public static var supportsSecureCoding: Bool { true }

    /// Encodes the information.
    public func encode(with coder: NSCoder) {
        coder.encode(isSimulatedBySoftware, forKey: "isSimulatedBySoftware")
        coder.encode(isProducedByAccessory, forKey: "isProducedByAccessory")
    }

    /// Creates the information from an archive, or returns `nil` if the archive contains none.
    public init?(coder: NSCoder) {
        guard coder.containsValue(forKey: "isSimulatedBySoftware") else { return nil }
        isSimulatedBySoftware = coder.decodeBool(forKey: "isSimulatedBySoftware")
        isProducedByAccessory = coder.decodeBool(forKey: "isProducedByAccessory")
    }
}
