// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore

extension HKError {
    /// Creates HealthKit's error for an error of the store. HealthKit errors are unchanged.
    package init(storeError error: any Error) {
        if let error = error as? HKError {
            self = error
            return
        }
        guard let error = error as? StoreError else {
            let foreign = error as NSError
            if foreign.domain == HKErrorDomain, let code = Code(rawValue: foreign.code) {
                self.init(code, userInfo: foreign.userInfo)
                return
            }
            self.init(.unknownError, userInfo: [NSUnderlyingErrorKey: error])
            return
        }
        let code: HKError.Code =
            switch error.code {
            case .invalidArgument, .tooManyFacts: .errorInvalidArgument
            case .notFound: .errorInvalidArgument
            default: .errorDatabaseInaccessible
            }
        self.init(
            code, userInfo: [NSLocalizedDescriptionKey: error.description, NSUnderlyingErrorKey: error as any Error])
    }
}
