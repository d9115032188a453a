// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension HKAppleWalkingSteadinessClassification {
    /// ``OK``, in the other spelling that is in use.
    public static var ok: Self { .OK }
}
