// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The rules for names of apps, which prevent an app from impersonating another app or the server.
///
/// A name is normalized to NFKC. It must contain a letter or digit. It must not contain characters that are invisible or change
/// the text direction, leading, trailing or repeated spaces, or more than three marks on a letter. All letters are of one script
/// in common use, except that Latin, Chinese, Japanese and Korean letters can be combined as is usual in these languages. Two
/// names resemble each other if their skeletons are equal.
package enum AppName {
    /// The names that are reserved for the server.
    package static let reserved = ["Health", "Saúde", "ヘルスケア", "건강", "OpenHealthKit"]

    private static let reservedSkeletons = Set(reserved.map(skeleton))

    /// Returns the normalized form of a name, in which it is stored and compared.
    package static func normalized(_ name: String) -> String { name.precomposedStringWithCompatibilityMapping }

    /// Returns the fault of a normalized name and its remedy, or nil if the name is valid.
    package static func fault(_ name: String) -> String? {
        let scalars = Array(name.unicodeScalars)
        guard (1...200).contains(scalars.count) else { return "Expected 1 to 200 characters." }
        guard scalars.contains(where: isLetterOrDigit) else { return "Expected at least one letter or digit." }
        if scalars.contains(where: isInvisible) {
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
        for scalar in scalars where scalar.properties.isAlphabetic && !isMark(scalar) {
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
