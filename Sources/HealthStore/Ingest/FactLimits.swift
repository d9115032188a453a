// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The most distinct facts that one import may add, so that an input made to exhaust the machine ends with an error that names what is
/// too much. Exports have a few hundred types and sources.
struct FactLimits {
    /// Types of samples.
    var types = 10_000
    /// Names of sources.
    var sources = 100_000
    /// Devices.
    var devices = 100_000
    /// Combinations of source, version, device and unit.
    var provenances = 1_000_000

    /// Checks a number against its limit.
    /// - Throws: a ``StoreError``, `tooManyFacts`.
    static func check(_ count: Int, _ limit: Int, _ kind: String) throws {
        guard count > limit else { return }
        throw StoreError(
            .tooManyFacts,
            message: "the input has more than \(limit) \(kind) that the store does not know; real ones have hundreds",
            remedy: "check that it is what an app on the phone exported; nothing was stored")
    }
}
