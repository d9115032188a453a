// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A class whose initialiser may give an instance of one of its subclasses.
///
/// A class cannot assign `self`, but an initialiser that comes from a protocol can, and the class may call that.
package protocol HKClassCluster {}

extension HKClassCluster {
    init(member make: () -> Self) {
        self = make()
    }
}
