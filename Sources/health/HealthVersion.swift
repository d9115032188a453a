// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The version of the tool.
enum HealthVersion {
    /// As `health --version` prints it and as samples that the tool makes name it.
    static let current = "0.10.0"
}
