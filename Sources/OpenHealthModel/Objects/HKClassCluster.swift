// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A class whose initializer can return an instance of a subclass.
///
/// A class cannot assign `self` in its initializer, but it can call an initializer of a protocol extension, which can.
package protocol HKClassCluster {}

extension HKClassCluster {
    init(member make: () -> Self) {
        self = make()
    }
}
