// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A sender or recipient of a mail: a person or mailbox.
public struct MailAddress: Sendable, Hashable {
    /// The display name, in any script; nil or empty for none.
    public var name: String?
    /// The address, such as `someone@example.org`.
    ///
    /// The address is checked when the mail is written. The check is basic: there must be something before and after one `@`,
    /// with characters that RFC 5321 allows without quotation marks, and within the maximum length. A domain in a script other
    /// than ASCII must be specified in its ASCII form, which begins with `xn--`; the part before the `@` has no such form.
    public var address: String

    /// Creates an address.
    /// - Parameters:
    ///   - address: The address, such as `someone@example.org`.
    ///   - name: The display name, if any.
    public init(_ address: String, name: String? = nil) {
        self.address = address
        self.name = name
    }
}
