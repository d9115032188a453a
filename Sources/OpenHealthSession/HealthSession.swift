// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// An app's access to health data in a database on this computer or on a server.
///
/// Each call checks the current permissions. A call throws `CancellationError` if its task is cancelled: the SQL statement is
/// interrupted, or the request to the server is cancelled. Other errors are `HKError`s.
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
