// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Decodes keys from the bytes of a terminal, which can arrive in pieces of any size.
struct KeyDecoder {
    private var pending: [UInt8] = []

    mutating func decode(_ bytes: [UInt8]) -> [Key] {
        var keys: [Key] = []
        for byte in bytes {
            pending.append(byte)
            if pending[0] == 0x1B {
                // Arrow and function keys have no effect in this program.
                if isEscapeComplete { pending = [] }
            } else if pending.count >= length(of: pending[0]) {
                if let key = key(of: pending) { keys.append(key) }
                pending = []
            }
        }
        return keys
    }

    private func key(of bytes: [UInt8]) -> Key? {
        switch bytes[0] {
        case 0x0A, 0x0D: return .enter
        case 0x09: return .tab
        case 0x08, 0x7F: return .erase
        case 0x15: return .clear
        case 0x03, 0x04: return .end
        case 0..<0x20: return nil
        default: return String(validating: bytes, as: UTF8.self)?.unicodeScalars.first.map(Key.character)
        }
    }

    /// Whether the sequence is complete: `ESC [ ... letter`, `ESC O letter`, or `ESC` with any other key.
    private var isEscapeComplete: Bool {
        guard pending.count > 1 else { return false }
        guard pending[1] == 0x5B || pending[1] == 0x4F else { return true }
        return pending.count > 2 && (0x40...0x7E).contains(pending[pending.count - 1])
    }

    /// Returns the number of bytes of the UTF-8 character that begins with this byte.
    private func length(of byte: UInt8) -> Int {
        switch byte {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }
}
