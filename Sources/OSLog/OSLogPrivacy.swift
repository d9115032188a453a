// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Whether a value in a log message is shown, under Apple's names.
///
/// A private value is replaced by `<private>`. Unlike on Apple's systems, a hash mask has no effect: a masked value is private.
public struct OSLogPrivacy: Sendable {
    /// How a private value is masked.
    public enum Mask: Sendable {
        /// By a hash; see ``OSLogPrivacy``.
        case hash
        /// Entirely.
        case none
    }

    enum Rule {
        case automatic, shown, hidden
    }

    let rule: Rule

    /// Numbers and truth values are shown, everything else is private.
    public static var auto: OSLogPrivacy { OSLogPrivacy(rule: .automatic) }
    /// The value is shown.
    public static var `public`: OSLogPrivacy { OSLogPrivacy(rule: .shown) }
    /// The value is private.
    public static var `private`: OSLogPrivacy { OSLogPrivacy(rule: .hidden) }
    /// The value is private.
    public static var sensitive: OSLogPrivacy { OSLogPrivacy(rule: .hidden) }
    /// Numbers and truth values are shown, everything else is private.
    public static func auto(mask: Mask) -> OSLogPrivacy { .auto }
    /// The value is private.
    public static func `private`(mask: Mask) -> OSLogPrivacy { .private }
    /// The value is private.
    public static func sensitive(mask: Mask) -> OSLogPrivacy { .sensitive }

    /// Returns the text that stands for a value.
    func text(_ value: String, isNumber: Bool) -> String {
        switch rule {
        case .automatic: isNumber ? value : Self.placeholder
        case .shown: value
        case .hidden: Self.placeholder
        }
    }

    static let placeholder = "<private>"
}
