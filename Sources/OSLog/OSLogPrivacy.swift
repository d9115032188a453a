// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The privacy of a value in a log message, with Apple's names.
///
/// A private value is replaced by `<private>`. Unlike on Apple platforms, a hash mask has no effect: a masked value is private.
public struct OSLogPrivacy: Sendable {
    /// The mask of a private value.
    public enum Mask: Sendable {
        /// A hash; see ``OSLogPrivacy``.
        case hash
        /// No mask: the value is replaced entirely.
        case none
    }

    enum Rule {
        case automatic, shown, hidden
    }

    let rule: Rule

    /// Numbers and Boolean values are public, all other values are private.
    public static var auto: OSLogPrivacy { OSLogPrivacy(rule: .automatic) }
    /// The value is public.
    public static var `public`: OSLogPrivacy { OSLogPrivacy(rule: .shown) }
    /// The value is private.
    public static var `private`: OSLogPrivacy { OSLogPrivacy(rule: .hidden) }
    /// The value is private.
    public static var sensitive: OSLogPrivacy { OSLogPrivacy(rule: .hidden) }
    /// Numbers and Boolean values are public, all other values are private.
    public static func auto(mask: Mask) -> OSLogPrivacy { .auto }
    /// The value is private.
    public static func `private`(mask: Mask) -> OSLogPrivacy { .private }
    /// The value is private.
    public static func sensitive(mask: Mask) -> OSLogPrivacy { .sensitive }

    /// Returns the string that represents a value.
    func text(_ value: String, isNumber: Bool) -> String {
        switch rule {
        case .automatic: isNumber ? value : Self.placeholder
        case .shown: value
        case .hidden: Self.placeholder
        }
    }

    static let placeholder = "<private>"
}
