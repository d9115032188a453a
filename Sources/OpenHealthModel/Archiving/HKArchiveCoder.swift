// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Inherits from NSCoder, so it cannot be Sendable; one is made for every object and never leaves the call.
/// A coder for an object that stands inside another object's archive.
///
/// It knows our own classes only: what an app's subclass adds is left out.
package final class HKArchiveCoder: NSCoder {
    /// The archive, by class.
    package private(set) var archive: HKArchive

    /// A coder to write with.
    package override init() {
        archive = HKArchive()
        super.init()
    }

    /// A coder to read with.
    package init(reading archive: HKArchive) {
        self.archive = archive
        super.init()
    }

    func write(_ part: HKArchive, forKey key: String) {
        archive.set(part, key)
    }

    package override var allowsKeyedCoding: Bool { true }

    package override func containsValue(forKey key: String) -> Bool { archive.archive(key) != nil }

    // What a subclass in an app writes beyond our classes; NSCoder itself would stop the process.
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
    /// Writes what one class has to say.
    package func encode(_ archive: HKArchive, forKey key: String) {
        if let coder = self as? HKArchiveCoder {
            coder.write(archive, forKey: key)
            return
        }
        let data = archive.data
        data.withUnsafeBytes { bytes in
            encodeBytes(bytes.bindMemory(to: UInt8.self).baseAddress, length: bytes.count, forKey: key)
        }
    }

    /// Reads what one class has written, or gives nil where there is nothing to read.
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
