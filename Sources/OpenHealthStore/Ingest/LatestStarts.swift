// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The latest start dates of the records that an import has added, by type and identity.
final class LatestStarts {
    private var starts: [UInt64: Double] = [:]

    /// The latest start date; minus infinity if no record has been added.
    /// - Parameters:
    ///   - type: The index of the type in the import.
    ///   - identity: The number of the source and device; see ``SharedRows/Identity``.
    subscript(type: Int, identity: Int32) -> Double {
        get { starts[Self.key(type, identity)] ?? -.infinity }
        set { starts[Self.key(type, identity)] = newValue }
    }

    @inline(__always)
    private static func key(_ type: Int, _ identity: Int32) -> UInt64 {
        UInt64(UInt32(truncatingIfNeeded: type)) << 32 | UInt64(UInt32(bitPattern: identity))
    }
}
