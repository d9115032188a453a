// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import Synchronization

/// The attachments that apps are uploading. Each app uploads a few at a time, and their bytes count against its quota before they are written,
/// because the store counts only complete attachments.
final class AttachmentUploads: Sendable {
    /// The maximum number of uploads of one app at a time.
    static let maximumForOne = 4

    private let uploads: Turns
    private let bytes: Turns

    init(clock: AnyClock) {
        uploads = Turns(most: .max, maximumForOne: Self.maximumForOne, maximumWaiting: 0, clock: clock)
        bytes = Turns(most: .max, maximumForOne: .max, maximumWaiting: 0, clock: clock)
    }

    /// The number of uploads.
    var count: Int { uploads.used }

    /// An element after changes of ``count``. Several changes can have one element.
    var changes: AsyncStream<Void> { uploads.changes }

    /// The number of reserved bytes.
    var used: Int { bytes.used }

    /// An element after changes of ``used``. Several changes can have one element.
    var byteChanges: AsyncStream<Void> { bytes.changes }

    /// Begins an upload.
    /// - Returns: The upload, which ends with the last reference to it.
    /// - Throws: A ``Problem``, `tooManyRequests`, if the app has too many uploads.
    func begin(for access: AppAccess) async throws -> Upload {
        let app = access.app.identifier
        guard case .taken = await uploads.take(1, for: app, patience: .zero) else {
            throw Problem(
                .tooManyRequests,
                "An app can upload \(Self.maximumForOne) attachments at a time. Send this one after the others.",
                retryAfter: 5)
        }
        return Upload(access, place: HeldMemory(uploads, 1, app), bytes: bytes)
    }

    /// An upload, and the bytes that are reserved for it.
    final class Upload: Sendable {
        private let access: AppAccess
        private let place: HeldMemory
        private let bytes: Turns
        private let reserved = Mutex(0)

        fileprivate init(_ access: AppAccess, place: HeldMemory, bytes: Turns) {
            self.access = access
            self.place = place
            self.bytes = bytes
        }

        deinit {
            bytes.give(reserved.withLock { $0 }, of: access.app.identifier)
        }

        /// Reserves bytes up to a size of the attachment. Blocks until the store has answered.
        /// - Throws: ``QuotaExceeded`` if the attachments and uploads of the app would exceed its quota.
        func reserve(upTo size: Int) throws {
            let app = access.app.identifier
            let more = reserved.withLock { reserved in
                defer { reserved = max(reserved, size) }
                return max(0, size - reserved)
            }
            guard more > 0 else { return }
            // Other uploads of the app see the bytes before this one is allowed, so that two at once cannot both have the last ones.
            bytes.add(more, to: app)
            try access.checkAttachable(bytes.used(by: app))
        }
    }
}
