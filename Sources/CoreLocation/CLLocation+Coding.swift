// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension CLLocation {
    static var numbers: [(key: String, path: WritableKeyPath<Parts, Double>)] {
        [
            ("latitude", \.coordinate.latitude), ("longitude", \.coordinate.longitude), ("altitude", \.altitude),
            ("horizontalAccuracy", \.horizontalAccuracy), ("verticalAccuracy", \.verticalAccuracy),
            ("course", \.course), ("courseAccuracy", \.courseAccuracy), ("speed", \.speed),
            ("speedAccuracy", \.speedAccuracy),
        ]
    }

    func encodeParts(with coder: NSCoder) {
        for (key, path) in Self.numbers { coder.encode(parts[keyPath: path], forKey: key) }
        coder.encode(parts.timestamp.timeIntervalSinceReferenceDate, forKey: "timestamp")
        if let altitude = parts.ellipsoidalAltitude { coder.encode(altitude, forKey: "ellipsoidalAltitude") }
        if let floor = parts.floor { coder.encode(floor, forKey: "floor") }
        if let information = parts.sourceInformation { coder.encode(information, forKey: "sourceInformation") }
    }
}

extension CLLocation.Parts {
    /// Decodes the values that ``CLLocation/encodeParts(with:)`` encodes.
    init?(_ coder: NSCoder) {
        guard coder.containsValue(forKey: "latitude"), coder.containsValue(forKey: "timestamp") else { return nil }
        self.init(
            coordinate: CLLocationCoordinate2D(),
            timestamp: Date(timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: "timestamp")))
        for (key, path) in CLLocation.numbers { self[keyPath: path] = coder.decodeDouble(forKey: key) }
        if coder.containsValue(forKey: "ellipsoidalAltitude") {
            ellipsoidalAltitude = coder.decodeDouble(forKey: "ellipsoidalAltitude")
        }
        // Decoding a missing key would invalidate the entire archive.
        if coder.containsValue(forKey: "floor") { floor = coder.decodeObject(of: CLFloor.self, forKey: "floor") }
        if coder.containsValue(forKey: "sourceInformation") {
            sourceInformation = coder.decodeObject(of: CLLocationSourceInformation.self, forKey: "sourceInformation")
        }
    }
}
