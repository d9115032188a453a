// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Subclasses NSCoder, so it cannot be Sendable; a coder is created for each object and is only used within the call.
/// A coder for an object in another object's archive.
///
/// It supports only the classes of this package and ignores the values that an app's subclass encodes.
package final class HKArchiveCoder: NSCoder {
    /// The archive, by class.
    package private(set) var archive: HKArchive

    /// Creates a coder for writing.
    package override init() {
        archive = HKArchive()
        super.init()
    }

    /// Creates a coder for reading.
    package init(reading archive: HKArchive) {
        self.archive = archive
        super.init()
    }

    func write(_ part: HKArchive, forKey key: String) {
        archive.set(part, key)
    }

    package override var allowsKeyedCoding: Bool { true }

    package override func containsValue(forKey key: String) -> Bool { archive.archive(key) != nil }

    // The values that an app's subclass encodes are ignored; NSCoder itself would trap.
    package override func encode(_ object: Any?, forKey key: String) {}
    package override func encode(_ value: Bool, forKey key: String) {}
    package override func encode(_ value: Int32, forKey key: String) {}
    package override func encode(_ value: Int64, forKey key: String) {}
    package override func encode(_ value: Int, forKey key: String) {}
    package override func encode(_ value: Float, forKey key: String) {}
    package override func encode(_ value: Double, forKey key: String) {}
    package override func encodeBytes(_ bytes: UnsafePointer<UInt8>?, length: Int, forKey key: String) {}
}

extension NSCoder {
    /// Encodes the archive of a class.
    package func encodeArchive(_ archive: HKArchive, forKey key: String) {
        if let coder = self as? HKArchiveCoder {
            coder.write(archive, forKey: key)
            return
        }
        let data = archive.data
        data.withUnsafeBytes { bytes in
            encodeBytes(bytes.bindMemory(to: UInt8.self).baseAddress, length: bytes.count, forKey: key)
        }
    }

    /// Decodes the archive of a class, or returns `nil` if there is none.
    package func archive(forKey key: String) -> HKArchive? {
        if let coder = self as? HKArchiveCoder {
            return coder.archive.archive(key)
        }
        guard allowsKeyedCoding, let data = withDecodedUnsafeBytes(forKey: key, body: { $0.map { Data($0) } }) else {
            return nil
        }
        return HKArchive(data: data)
    }
}
