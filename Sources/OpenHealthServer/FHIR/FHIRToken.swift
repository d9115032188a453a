// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A code to search for: `code`, `system|code`, `system|` for every code of a system, `|code` for a code without a system.
struct FHIRToken: Equatable {
    /// The system; nil for any, empty for none.
    let system: String?
    /// The code; empty for any.
    let code: String

    /// Returns the alternatives of a parameter's value, which are separated by commas; a backslash escapes the next character.
    static func tokens(_ value: String) -> [FHIRToken] {
        split(value, at: ",").compactMap { part in
            let sides = split(part, at: "|")
            switch sides.count {
            case 1 where sides[0].isEmpty: return nil
            case 1: return FHIRToken(system: nil, code: unescaped(sides[0]))
            default:
                return FHIRToken(system: unescaped(sides[0]), code: unescaped(sides.dropFirst().joined(separator: "|")))
            }
        }
    }

    /// Returns whether the token matches any of the given codes.
    func matches(_ codings: [(system: String, code: String)]) -> Bool {
        codings.contains { coding in
            (system == nil || system == coding.system) && (code.isEmpty ? system != nil : code == coding.code)
        }
    }

    /// Splits at a separator that is not preceded by a backslash; all backslashes are kept.
    private static func split(_ text: String, at separator: Character) -> [String] {
        var (parts, isEscaped) = ([""], false)
        for letter in text {
            if letter == separator, !isEscaped {
                parts.append("")
            } else {
                parts[parts.count - 1].append(letter)
            }
            isEscaped = letter == "\\" && !isEscaped
        }
        return parts
    }

    private static func unescaped(_ text: String) -> String {
        var (result, isEscaped) = ("", false)
        for letter in text {
            if letter == "\\", !isEscaped {
                isEscaped = true
            } else {
                result.append(letter)
                isEscaped = false
            }
        }
        return result
    }
}
