// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The scripts that are allowed in names: those in common use (table 5 of UAX #31), by Unicode block.
enum NameScript: Hashable {
    /// Letters that several scripts use.
    case common
    case latin, greek, cyrillic, armenian, hebrew, arabic, thaana, devanagari, bengali, gurmukhi, gujarati, oriya, tamil
    case telugu, kannada, malayalam, sinhala, thai, lao, tibetan, myanmar, georgian, hangul, ethiopic, khmer
    case hiragana, katakana, bopomofo, han

    /// Creates the script of a letter; nil if the script is not in the list.
    init?(_ letter: Unicode.Scalar) {
        let value = letter.value
        guard let found = Self.blocks.first(where: { $0.range.contains(value) }) else { return nil }
        self = found.script
    }

    private static let blocks: [(range: ClosedRange<UInt32>, script: NameScript)] = [
        (0x41...0x24f, .latin), (0x250...0x2af, .latin), (0x2b0...0x2ff, .common), (0x300...0x36f, .common),
        (0x370...0x3ff, .greek), (0x400...0x52f, .cyrillic), (0x530...0x58f, .armenian), (0x590...0x5ff, .hebrew),
        (0x600...0x6ff, .arabic), (0x750...0x77f, .arabic), (0x780...0x7bf, .thaana), (0x8a0...0x8ff, .arabic),
        (0x900...0x97f, .devanagari), (0x980...0x9ff, .bengali), (0xa00...0xa7f, .gurmukhi),
        (0xa80...0xaff, .gujarati), (0xb00...0xb7f, .oriya), (0xb80...0xbff, .tamil), (0xc00...0xc7f, .telugu),
        (0xc80...0xcff, .kannada), (0xd00...0xd7f, .malayalam), (0xd80...0xdff, .sinhala), (0xe00...0xe7f, .thai),
        (0xe80...0xeff, .lao), (0xf00...0xfff, .tibetan), (0x1000...0x109f, .myanmar), (0x10a0...0x10ff, .georgian),
        (0x1100...0x11ff, .hangul), (0x1200...0x137f, .ethiopic), (0x1780...0x17ff, .khmer),
        (0x1c80...0x1c8f, .cyrillic), (0x1c90...0x1cbf, .georgian), (0x1e00...0x1eff, .latin),
        (0x1f00...0x1fff, .greek), (0x2c60...0x2c7f, .latin), (0x3005...0x3007, .han), (0x3040...0x309f, .hiragana),
        (0x30fc...0x30fc, .common), (0x30a0...0x30ff, .katakana), (0x3100...0x312f, .bopomofo),
        (0x3130...0x318f, .hangul), (0x31a0...0x31bf, .bopomofo), (0x31f0...0x31ff, .katakana),
        (0x3400...0x4dbf, .han), (0x4e00...0x9fff, .han), (0xa720...0xa7ff, .latin), (0xac00...0xd7a3, .hangul),
        (0xf900...0xfaff, .han), (0x20000...0x323af, .han),
    ]
}
