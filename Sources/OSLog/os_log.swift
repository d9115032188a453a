// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Writes a message with a format, such as `"%{public}@ has %d samples"`.
///
/// As on Apple platforms, numbers are public, and strings and objects are private unless the format contains `public`.
/// - Parameters:
///   - message: The format.
///   - dso: Not used.
///   - log: The log.
///   - type: The type of the message.
///   - args: The arguments of the format. Missing arguments are replaced by `<missing>`.
public func os_log(
    _ message: StaticString, dso: UnsafeRawPointer? = nil, log: OSLog = .default, type: OSLogType = .default,
    _ args: any CVarArg...
) {
    log.write(LogFormat.text("\(message)", args), type)
}

/// Writes a message with a format; see the other function for the parameters.
public func os_log(
    _ type: OSLogType, dso: UnsafeRawPointer? = nil, log: OSLog = .default, _ message: StaticString,
    _ args: any CVarArg...
) {
    log.write(LogFormat.text("\(message)", args), type)
}

/// The formats of `os_log`: those of `String(format:)` with privacy options in braces.
enum LogFormat {
    /// Returns the message. Each value is formatted separately, so that missing values can be replaced.
    static func text(_ format: String, _ arguments: [any CVarArg]) -> String {
        var (text, rest, values) = ("", format[...], arguments[...])
        while let percent = rest.firstIndex(of: "%") {
            text += rest[..<percent]
            rest = rest[rest.index(after: percent)...]
            if rest.first == "%" {
                text += "%"
                rest = rest.dropFirst()
                continue
            }
            var options: Substring = ""
            if rest.first == "{" {
                guard let close = rest.firstIndex(of: "}") else {
                    text += "%"
                    continue
                }
                options = rest[..<close].dropFirst()
                rest = rest[rest.index(after: close)...]
            }
            guard let end = rest.firstIndex(where: { conversions.contains($0) }) else {
                text += "%"
                continue
            }
            let conversion = rest[...end]
            rest = rest[rest.index(after: end)...]
            guard let value = values.popFirst() else {
                text += "<missing>"
                continue
            }
            text += shown(value, conversion, options)
        }
        return text + rest
    }

    private static let conversions: Set<Character> = Set("@dDiuUxXoOfFeEgGaAcCsSp")

    private static func shown(_ value: any CVarArg, _ conversion: Substring, _ options: Substring) -> String {
        let names = options.split(separator: ",").map { $0.filter { $0 != " " } }
        // The type of the value takes precedence over the format: a string is never read as a number, or a number as a pointer.
        let isText = value is any _CVarArgObject || conversion.last.map { "@sSp".contains($0) } ?? true
        let isHidden = names.contains("private") || names.contains("sensitive")
        guard names.contains("public") || !(isText || isHidden) else { return OSLogPrivacy.placeholder }
        // A star requires a second argument, which is not available.
        return isText || conversion.contains("*") ? "\(value)" : String(format: "%\(conversion)", value)
    }
}
