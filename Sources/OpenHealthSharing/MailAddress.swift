// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// One person or mailbox that a mail comes from or goes to.
public struct MailAddress: Sendable, Hashable {
    /// The name to show, in any script; nil or empty for none.
    public var name: String?
    /// The address, as `someone@example.org`.
    ///
    /// It is checked when the mail is written, and lightly: something before and after one `@`, of the characters that
    /// RFC 5321 allows without quotation marks, and not too long. A domain in another script than ASCII has to be given in its
    /// ASCII form, which begins with `xn--`; what stands before the `@` has no such form.
    public var address: String

    /// Creates an address.
    /// - Parameters:
    ///   - address: such as `someone@example.org`.
    ///   - name: the name to show, if any.
    public init(_ address: String, name: String? = nil) {
        self.address = address
        self.name = name
    }
}
