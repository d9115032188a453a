// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// One app's view of health data, wherever the data is: in a database of this machine, or on a server.
///
/// Each call looks up the permissions of that moment. A call ends early with `CancellationError` when its task is cancelled:
/// the SQL statement is interrupted, or the request is withdrawn from the server. Other errors are `HKError`s.
package protocol HealthSession: SampleSession, SavingSession, SeriesSession, StatisticsSession, ChangeSession,
    AttachmentSession, WorkoutSession, PersonSession, PermissionSession, DeliverySession
{
    /// The app.
    var app: AppIdentity { get }
    /// The current time.
    var clock: @Sendable () -> Date { get }
    /// Samples that end before this date cannot be saved.
    var earliestPermittedSampleDate: Date { get }
}
