// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The records of a member in a zip archive, as bytes.
struct ZipMemberRecord {
    let name: [UInt8]
    let method: UInt16
    let dosTime: UInt32
    let offset: UInt64
    /// Whether the local header reserves space for 64-bit sizes, and the data descriptor uses them.
    let isWide: Bool
    var checksum: UInt32 = 0
    var compressed: UInt64 = 0
    var uncompressed: UInt64 = 0

    init(name: [UInt8], method: UInt16, dosTime: UInt32, offset: UInt64, isWide: Bool) {
        self.name = name
        self.method = method
        self.dosTime = dosTime
        self.offset = offset
        self.isWide = isWide
    }

    /// The flags for sizes in a data descriptor and a name in UTF-8.
    private static let flags: UInt16 = 1 << 3 | 1 << 11
    private static let wideVersion: UInt16 = 45
    private static let plainVersion: UInt16 = 20
    /// The host system: Unix.
    private static let madeBy: UInt16 = 3 << 8

    var localHeader: [UInt8] {
        var bytes = ByteBuilder()
        bytes.put(0x0403_4B50 as UInt32)
        bytes.put(isWide ? Self.wideVersion : Self.plainVersion)
        bytes.put(Self.flags)
        bytes.put(method)
        bytes.put(dosTime)
        bytes.put(0 as UInt32)
        let size: UInt32 = isWide ? .max : 0
        bytes.put(size)
        bytes.put(size)
        bytes.put(UInt16(name.count))
        bytes.put(isWide ? 20 : 0 as UInt16)
        bytes.bytes += name
        if isWide {
            bytes.put(1 as UInt16)
            bytes.put(16 as UInt16)
            bytes.put(0 as UInt64)
            bytes.put(0 as UInt64)
        }
        return bytes.bytes
    }

    var dataDescriptor: [UInt8] {
        var bytes = ByteBuilder()
        bytes.put(0x0807_4B50 as UInt32)
        bytes.put(checksum)
        if isWide {
            bytes.put(compressed)
            bytes.put(uncompressed)
        } else {
            bytes.put(UInt32(compressed))
            bytes.put(UInt32(uncompressed))
        }
        return bytes.bytes
    }

    func directoryEntry(forcesWideFields: Bool) -> [UInt8] {
        let limit = forcesWideFields ? 0 : UInt64(UInt32.max)
        var wide = ByteBuilder()
        func narrow(_ value: UInt64) -> UInt32 {
            if value < limit { return UInt32(value) }
            wide.put(value)
            return .max
        }
        // The wide field has this order: unpacked size, packed size, offset.
        let narrowUncompressed = narrow(uncompressed)
        let narrowCompressed = narrow(compressed)
        let narrowOffset = narrow(offset)
        let needsWide = !wide.bytes.isEmpty
        let isDirectory = name.last == 0x2F
        var bytes = ByteBuilder()
        bytes.put(0x0201_4B50 as UInt32)
        bytes.put(Self.madeBy | (needsWide || isWide ? Self.wideVersion : Self.plainVersion))
        bytes.put(needsWide || isWide ? Self.wideVersion : Self.plainVersion)
        bytes.put(Self.flags)
        bytes.put(method)
        bytes.put(dosTime)
        bytes.put(checksum)
        bytes.put(narrowCompressed)
        bytes.put(narrowUncompressed)
        bytes.put(UInt16(name.count))
        bytes.put(needsWide ? UInt16(wide.bytes.count + 4) : 0)
        bytes.put(0 as UInt16)
        bytes.put(0 as UInt16)
        bytes.put(0 as UInt16)
        // The upper half contains the Unix mode: 0755 for a folder, 0644 for a file.
        bytes.put((isDirectory ? 0o040755 : 0o100644) << 16 as UInt32)
        bytes.put(narrowOffset)
        bytes.bytes += name
        if needsWide {
            bytes.put(1 as UInt16)
            bytes.put(UInt16(wide.bytes.count))
            bytes.bytes += wide.bytes
        }
        return bytes.bytes
    }

    static func endRecords(count: UInt64, size: UInt64, offset: UInt64, forcesWideFields: Bool) -> [UInt8] {
        let isWide =
            forcesWideFields || count >= UInt64(UInt16.max) || size >= UInt64(UInt32.max)
            || offset >= UInt64(UInt32.max)
        var bytes = ByteBuilder()
        if isWide {
            bytes.put(0x0606_4B50 as UInt32)
            bytes.put(44 as UInt64)
            bytes.put(madeBy | wideVersion)
            bytes.put(wideVersion)
            bytes.put(0 as UInt32)
            bytes.put(0 as UInt32)
            bytes.put(count)
            bytes.put(count)
            bytes.put(size)
            bytes.put(offset)
            bytes.put(0x0706_4B50 as UInt32)
            bytes.put(0 as UInt32)
            bytes.put(offset + size)
            bytes.put(1 as UInt32)
        }
        bytes.put(0x0605_4B50 as UInt32)
        bytes.put(0 as UInt32)
        bytes.put(isWide ? .max : UInt16(count))
        bytes.put(isWide ? .max : UInt16(count))
        bytes.put(isWide ? .max : UInt32(size))
        bytes.put(isWide ? .max : UInt32(offset))
        bytes.put(0 as UInt16)
        return bytes.bytes
    }
}

/// Appends little-endian numbers to bytes.
struct ByteBuilder {
    var bytes: [UInt8] = []

    mutating func put(_ value: some FixedWidthInteger & UnsignedInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
}
