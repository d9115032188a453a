// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The relations between samples and other objects, as a store provides them.
package protocol PredicateRelations {
    /// Returns whether the sample with a UUID has a relation.
    func holds(_ relation: PredicateRelation, sample: UUID) -> Bool
}
