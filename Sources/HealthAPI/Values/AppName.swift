// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The rule for names of apps, so that no app passes for another or for the server.
///
/// A name is normalized to NFKC. It has a letter or digit, no characters that cannot be seen or that change the direction of
/// others, no spaces at its ends or side by side, at most three marks on a letter, and letters of one script only, of those in
/// common use; Latin letters may stand beside Chinese, Japanese and Korean ones, and these beside one another as their languages
/// mix them. Two names resemble each other where their skeletons are the same.
package enum AppName {
    /// The names that only the server itself has.
    package static let reserved = ["Health", "Saúde", "ヘルスケア", "건강", "OpenHealthKit"]

    private static let reservedSkeletons = Set(reserved.map(skeleton))

    /// A name in the form in which it is kept and compared.
    package static func normalized(_ name: String) -> String { name.precomposedStringWithCompatibilityMapping }

    /// Returns the fault of a normalized name and its remedy, or nil if the name is valid.
    package static func fault(_ name: String) -> String? {
        let scalars = Array(name.unicodeScalars)
        guard (1...200).contains(scalars.count) else { return "This has to have 1 to 200 characters." }
        guard scalars.contains(where: isLetterOrDigit) else { return "This has to have a letter or a digit." }
        if scalars.contains(where: isInvisible) {
            return "This has a character that cannot be seen or changes the direction of text. Leave it out."
        }
        if name.hasPrefix(" ") || name.hasSuffix(" ") || name.contains("  ") {
            return "This has spaces at an end or side by side. Leave them out."
        }
        var marks = 0
        for (index, scalar) in scalars.enumerated() {
            marks = isMark(scalar) ? marks + 1 : 0
            if marks > (index < marks ? 0 : 3) { return "This has too many marks on a letter, or marks on none." }
        }
        guard let scripts = scripts(of: scalars) else {
            return "This has letters of a script that names of apps cannot have. Use one in common use."
        }
        guard isAllowed(scripts) else {
            return "This mixes letters of several scripts, which could be taken for others. Use one script."
        }
        if reservedSkeletons.contains(skeleton(name)) {
            return "This resembles a name that only the server has. Choose another."
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
        // The blank of Braille, and what stands for an object or a character that is not there.
        default: return ["\u{2800}", "\u{FFFC}", "\u{FFFD}"].contains(scalar)
        }
    }

    // MARK: - Scripts

    /// The scripts of the letters of a name; nil where one is of a script that names cannot have.
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

    /// A form that is the same for names that look alike: letters and digits only, without marks, in lower case, each replaced
    /// by the one of those that look like it that stands for them all.
    package static func skeleton(_ name: String) -> String {
        var skeleton = ""
        for scalar in normalized(name).decomposedStringWithCompatibilityMapping.unicodeScalars {
            guard isLetterOrDigit(scalar) || "@$|!".unicodeScalars.contains(scalar), !isMark(scalar) else { continue }
            // Capitals and small letters look like different letters: some are known before the case is given up.
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
