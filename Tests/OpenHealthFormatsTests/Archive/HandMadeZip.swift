// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A builder of small archives byte by byte, in which every field can contain an incorrect value.
struct HandMadeZip {
    struct Member {
        var name: [UInt8]
        var content: [UInt8]
        var method: UInt16 = 0
        var flags: UInt16 = 0
        var extra: [UInt8] = []
        var crc: UInt32?
        var compressedSize: UInt32?
        var uncompressedSize: UInt32?
        var offset: UInt32?
        var localName: [UInt8]?
        var localMethod: UInt16?

        init(_ name: String, _ content: [UInt8] = Array("content".utf8)) {
            self.name = Array(name.utf8)
            self.content = content
        }
    }

    var members: [Member] = []
    var prefix: [UInt8] = []
    var comment: [UInt8] = []
    var countHere: UInt16?
    var countAll: UInt16?
    var directorySize: UInt32?
    var directoryOffset: UInt32?
    var disk: UInt16 = 0

    init(_ members: [Member] = []) {
        self.members = members
    }

    var bytes: [UInt8] {
        var all: [UInt8] = []
        var directory: [UInt8] = []
        for member in members {
            let offset = UInt32(all.count)
            let crc = member.crc ?? Self.crc(member.content)
            let compressed = member.compressedSize ?? UInt32(member.content.count)
            let uncompressed = member.uncompressedSize ?? UInt32(member.content.count)
            let localName = member.localName ?? member.name
            all += le(0x0403_4B50 as UInt32) + le(20 as UInt16) + le(member.flags)
            all += le(member.localMethod ?? member.method) + le(0 as UInt32) + le(crc) + le(compressed)
            all += le(uncompressed) + le(UInt16(localName.count)) + le(0 as UInt16) + localName + member.content
            directory += le(0x0201_4B50 as UInt32) + le(0x0314 as UInt16) + le(20 as UInt16) + le(member.flags)
            directory += le(member.method) + le(0 as UInt32) + le(crc) + le(compressed) + le(uncompressed)
            directory += le(UInt16(member.name.count)) + le(UInt16(member.extra.count)) + le(0 as UInt16)
            directory += le(0 as UInt16) + le(0 as UInt16) + le(0 as UInt32) + le(member.offset ?? offset)
            directory += member.name + member.extra
        }
        let start = UInt32(all.count)
        all += directory
        all += le(0x0605_4B50 as UInt32) + le(disk) + le(disk) + le(countHere ?? UInt16(members.count))
        all += le(countAll ?? UInt16(members.count)) + le(directorySize ?? UInt32(directory.count))
        all += le(directoryOffset ?? start) + le(UInt16(comment.count)) + comment
        return prefix + all
    }

    private func le(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }

    /// Returns the checksum, computed bit by bit as defined by the standard.
    static func crc(_ bytes: [UInt8]) -> UInt32 {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        return ~crc
    }
}
