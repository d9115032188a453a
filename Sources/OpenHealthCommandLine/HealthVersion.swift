// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The version of the tool.
public enum HealthVersion {
    /// The version as `health --version` prints it and as the tool's samples contain it.
    public static let current = "0.10.0"
}
