// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The rules for names of apps, which prevent an app from impersonating another app or the server.
///
/// A name is normalized to NFKC. It must contain a letter or digit. It must not contain characters that are invisible or change
/// the text direction, leading, trailing or repeated spaces, or more than three marks on a letter. All letters are of one script
/// in common use, except that Latin, Chinese, Japanese and Korean letters can be combined as is usual in these languages. Emoji are allowed. Two
/// names resemble each other if their skeletons are equal.
package enum AppName {
    /// The names that are reserved for the server.
    package static let reserved = ["Health", "Saúde", "ヘルスケア", "건강", "OpenHealthKit"]

    private static let reservedSkeletons = Set(reserved.map(skeleton))

    /// Returns the normalized form of a name, in which it is stored and compared.
    package static func normalized(_ name: String) -> String {
        // Some emoji, such as ™, have the normalized form of letters, which take no variation selector.
        let scalars = Array(name.unicodeScalars)
        let kept = scalars.indices.filter { index in
            guard isVariation(scalars[index]), index > 0, isPictograph(scalars[index - 1]) else { return true }
            let emoji = String(scalars[index - 1])
            return emoji.precomposedStringWithCompatibilityMapping == emoji
        }
        return String(String.UnicodeScalarView(kept.map { scalars[$0] })).precomposedStringWithCompatibilityMapping
    }

    /// Returns the fault of a normalized name and its remedy, or nil if the name is valid.
    package static func fault(_ name: String) -> String? {
        let scalars = Array(name.unicodeScalars)
        guard (1...200).contains(scalars.count) else { return "Expected 1 to 200 characters." }
        guard scalars.contains(where: isLetterOrDigit) else { return "Expected at least one letter or digit." }
        if scalars.indices.contains(where: { isInvisible(scalars[$0]) && !isPartOfEmoji($0, scalars) }) {
            return "A character is invisible or changes the direction of text. Remove it."
        }
        if name.hasPrefix(" ") || name.hasSuffix(" ") || name.contains("  ") {
            return "Leading, trailing and repeated spaces are not allowed. Remove them."
        }
        var marks = 0
        // Decomposed, because some marks are part of their letter in the normalized form.
        for (index, scalar) in name.decomposedStringWithCompatibilityMapping.unicodeScalars.enumerated() {
            marks = isMark(scalar) ? marks + 1 : 0
            if marks > (index < marks ? 0 : 3) { return "A letter has too many marks, or a mark has no letter." }
        }
        guard let scripts = scripts(of: scalars) else {
            return "Letters of this script are not allowed in names of apps. Use a script in common use."
        }
        guard isAllowed(scripts) else {
            return "Letters of several scripts can be mistaken for one another. Use one script."
        }
        if reservedSkeletons.contains(skeleton(name)) {
            return "The name resembles one that is reserved for the server. Choose another name."
        }
        return nil
    }

    // MARK: - Characters

    private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        default: false
        }
    }

    private static func isVariation(_ scalar: Unicode.Scalar) -> Bool { (0xFE0E...0xFE0F).contains(scalar.value) }

    private static func isTag(_ scalar: Unicode.Scalar) -> Bool { (0xE0020...0xE007F).contains(scalar.value) }

    /// Returns whether an invisible character belongs to an emoji: a variation selector after one, a joiner between two, or a tag of a flag.
    private static func isPartOfEmoji(_ index: Int, _ scalars: [Unicode.Scalar]) -> Bool {
        guard index > 0 else { return false }
        let (scalar, previous) = (scalars[index], scalars[index - 1])
        if isVariation(scalar) { return previous.properties.isEmoji }
        if isTag(scalar) { return isTag(previous) || previous == "\u{1F3F4}" }
        guard scalar == "\u{200D}", index + 1 < scalars.count else { return false }
        return (previous.properties.isEmoji || isVariation(previous)) && isPictograph(scalars[index + 1])
    }

    /// Returns whether a character is an emoji and no digit or sign.
    private static func isPictograph(_ scalar: Unicode.Scalar) -> Bool {
        // The signs © and ® are emoji, too.
        scalar.properties.isEmoji && scalar.value > 0x7F
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        if properties.isDefaultIgnorableCodePoint || properties.isBidiControl || properties.isNoncharacterCodePoint {
            return true
        }
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: return true
        case .spaceSeparator: return scalar != " "
        // The blank Braille pattern, the object replacement character and the replacement character.
        default: return ["\u{2800}", "\u{FFFC}", "\u{FFFD}"].contains(scalar)
        }
    }

    // MARK: - Scripts

    /// Returns the scripts of the letters of a name, or nil if a letter is of a script that is not allowed in names.
    private static func scripts(of scalars: [Unicode.Scalar]) -> Set<NameScript>? {
        var scripts: Set<NameScript> = []
        for scalar in scalars where scalar.properties.isAlphabetic && !isMark(scalar) && !isPictograph(scalar) {
            guard let script = NameScript(scalar) else { return nil }
            scripts.insert(script)
        }
        return scripts.subtracting([.common])
    }

    private static func isAllowed(_ scripts: Set<NameScript>) -> Bool {
        let mixtures: [Set<NameScript>] = [
            [.latin, .han, .hiragana, .katakana], [.latin, .han, .hangul], [.latin, .han, .bopomofo],
        ]
        return scripts.count <= 1 || mixtures.contains { $0.isSuperset(of: scripts) }
    }

    // MARK: - Skeletons

    /// Returns the skeleton of a name, which is equal for names that look alike: its letters and digits, without marks and in
    /// lower case, each replaced by the representative of all characters that look like it.
    package static func skeleton(_ name: String) -> String {
        var skeleton = ""
        for scalar in normalized(name).decomposedStringWithCompatibilityMapping.unicodeScalars {
            guard isLetterOrDigit(scalar) || "@$|!".unicodeScalars.contains(scalar), !isMark(scalar) else { continue }
            // Capital and small letters can resemble different letters: some are looked up before conversion to lower case.
            if let known = LookAlikes.table[scalar] {
                skeleton += known
                continue
            }
            for lower in scalar.properties.lowercaseMapping.decomposedStringWithCompatibilityMapping.unicodeScalars
            where !isMark(lower) {
                skeleton += LookAlikes.table[lower] ?? String(lower)
            }
        }
        return skeleton.replacing("rn", with: "m").replacing("vv", with: "w")
    }
}

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

/// Characters that are easily confused with others, and their replacements in the skeleton of a name.
///
/// The table is simple: Latin letters replace the similar Greek, Cyrillic, Armenian and phonetic letters, digits and signs, and
/// Katakana letters replace those of Hiragana and Han. It is based on the concept of UTS #39, but not on its data.
enum LookAlikes {
    static let table: [Unicode.Scalar: String] = {
        var table: [Unicode.Scalar: String] = [:]
        for (letter, others) in latin {
            for scalar in others.unicodeScalars { table[scalar] = letter }
        }
        for (letter, others) in katakana {
            for scalar in others.unicodeScalars { table[scalar] = letter }
        }
        // Hiragana and Katakana are in the same order.
        for value in UInt32(0x3041)...0x3096 {
            guard let hiragana = Unicode.Scalar(value), let same = Unicode.Scalar(value + 0x60) else { continue }
            table[hiragana] = table[same] ?? String(same)
        }
        return table
    }()

    /// Both cases are listed if the uppercase letter resembles a different letter than the lowercase one.
    private static let latin: [(String, String)] = [
        ("a", "@ɑαΑаАᴀæ"), ("b", "βΒвВьЬБʙƅ"), ("c", "сСϲϹᴄ"), ("d", "ԁԀժᴅɗ"), ("e", "еЕΕεєЄᴇɛҽə3"), ("f", "ϝғҒƒꞙ"),
        ("g", "ɡցԍɢ"), ("h", "һҺΗнНհʜЋћԦԧ"), ("j", "јЈϳᴊյ"), ("k", "κΚкКᴋқҚ"),
        ("l", "1iIlL|!ıіІιΙӏӀɩɪʟլſІ"), ("m", "мМΜᴍ"), ("n", "ηпПΝɴոռ"), ("o", "0оОοΟσօᴏՕøØɵө"), ("p", "рРρΡᴘþ"),
        ("q", "ԛԚզգ"), ("r", "гГΓʀɾ"), ("s", "$5ѕЅꜱʂ"), ("t", "тТτΤᴛŧԎ"), ("u", "υսцЦᴜʋµμՍ"), ("v", "νѵѴᴠ"),
        ("w", "ԝԜωᴡшШաѡ"), ("x", "хХχΧ×ҳ"), ("y", "уУΥγүҮʏყ"), ("z", "ζΖᴢʐ2"), ("ss", "ß"), ("oe", "œ"),
    ]

    private static let katakana: [(String, String)] = [
        ("ア", "ァ"), ("イ", "ィ"), ("ウ", "ゥ"), ("エ", "ェ工"), ("オ", "ォ"), ("カ", "ヵ力"), ("ケ", "ヶ"), ("タ", "夕"),
        ("チ", "千"), ("ツ", "ッ"), ("ト", "卜"), ("ニ", "二"), ("ハ", "八"), ("ミ", "三"), ("ヤ", "ャ"), ("ユ", "ュ"),
        ("ヨ", "ョ"), ("ロ", "口囗"), ("ワ", "ヮ"), ("ー", "一―"), ("オ", "才"),
    ]
}
