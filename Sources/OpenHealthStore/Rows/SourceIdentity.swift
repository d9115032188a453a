// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The normalised form of names, which is the same for all exports of one phone.
package enum SourceIdentity {
    /// A source's name without the differences that mean nothing: kinds of space, kinds of apostrophe, the
    /// composition of accents, white space at the ends, characters that XML does not allow.
    ///
    /// All other differences, including case, are significant: `Watch` and `watch` can be two apps.
    package static func normalised(_ name: String) -> String {
        if name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) { return name }
        var out = ""
        var pendingSpace = false
        for scalar in ExportText.carried(name).precomposedStringWithCanonicalMapping.unicodeScalars {
            if scalar.properties.isWhitespace {
                pendingSpace = !out.isEmpty
                continue
            }
            if scalar.properties.isDefaultIgnorableCodePoint, scalar != "\u{200D}", scalar != "\u{FE0F}" { continue }
            if pendingSpace {
                out.append(" ")
                pendingSpace = false
            }
            out.unicodeScalars.append(scalar == "\u{2019}" || scalar == "\u{02BC}" ? "'" : scalar)
        }
        return out
    }

    /// Returns the hash of a source's normalised name.
    package static func hash(_ name: String) -> ContentHash {
        var hash = ContentHash.empty
        hash.combine(normalised(name))
        return hash
    }

    /// Returns the hash of a device by the facts that don't change from export to export.
    package static func hash(_ device: DeviceData?) -> ContentHash {
        var hash = ContentHash.empty
        guard let device else { return hash }
        for field in [
            device.name.map(normalised), device.manufacturer, device.model, device.hardware, device.firmware,
            device.software, device.localIdentifier, device.udiDeviceIdentifier,
        ].map({ $0.map(ExportText.carried) }) {
            if let field {
                hash.combine(field)
            } else {
                hash.combine(2)
            }
        }
        return hash
    }
}
