// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The maximum numbers of distinct facts that one import can add. An input that is designed to exhaust resources fails with an
/// error that names the limit. Real exports have a few hundred types and sources.
struct FactLimits {
    /// The maximum number of sample types.
    var types = 10_000
    /// The maximum number of source names.
    var sources = 100_000
    /// The maximum number of devices.
    var devices = 100_000
    /// The maximum number of combinations of source, version, device and unit.
    var provenances = 1_000_000

    /// Checks that a number does not exceed its limit.
    /// - Throws: A ``StoreError``: `tooManyFacts` if the number exceeds the limit.
    static func check(_ count: Int, _ limit: Int, _ kind: String) throws {
        guard count > limit else { return }
        throw StoreError(
            .tooManyFacts,
            message: "the input has more than \(limit) \(kind) that are new to the store; real exports have hundreds",
            remedy: "check that the file was exported by an app on the phone; nothing was stored")
    }
}
