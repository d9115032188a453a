// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

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
