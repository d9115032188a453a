// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Knows which samples belong to which objects; a store does.
package protocol PredicateRelations {
    /// Whether the sample with a UUID has a relation.
    func holds(_ relation: PredicateRelation, sample: UUID) -> Bool
}
