// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthKitCombine
import OpenCombineShim

/// All ways to merge two to eight publishers or any number of them, with a common interface.
struct MergeForm: Sendable, CustomStringConvertible {
    typealias Upstream = ScriptedPublisher<Int, TestFailure>

    let description: String
    let count: Int
    let make: @Sendable ([Upstream]) -> AnyPublisher<Int, TestFailure>

    init(
        _ description: String, _ count: Int, _ make: @escaping @Sendable ([Upstream]) -> AnyPublisher<Int, TestFailure>
    ) {
        self.description = description
        self.count = count
        self.make = make
    }

    /// All forms.
    static let all = initializers + operators + chains + many

    /// One form for each number of publishers.
    static let initializers: [MergeForm] = [
        MergeForm("Merge", 2) { p in
            Publishers.Merge(p[0], p[1]).eraseToAnyPublisher()
        },
        MergeForm("Merge3", 3) { p in
            Publishers.Merge3(p[0], p[1], p[2]).eraseToAnyPublisher()
        },
        MergeForm("Merge4", 4) { p in
            Publishers.Merge4(p[0], p[1], p[2], p[3]).eraseToAnyPublisher()
        },
        MergeForm("Merge5", 5) { p in
            Publishers.Merge5(p[0], p[1], p[2], p[3], p[4]).eraseToAnyPublisher()
        },
        MergeForm("Merge6", 6) { p in
            Publishers.Merge6(p[0], p[1], p[2], p[3], p[4], p[5]).eraseToAnyPublisher()
        },
        MergeForm("Merge7", 7) { p in
            Publishers.Merge7(p[0], p[1], p[2], p[3], p[4], p[5], p[6]).eraseToAnyPublisher()
        },
        MergeForm("Merge8", 8) { p in
            Publishers.Merge8(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7]).eraseToAnyPublisher()
        },
    ]

    /// The operators of any publisher. For two publishers, the annotation is needed to exclude `merge(with: Self)`.
    static let operators: [MergeForm] = [
        MergeForm("merge(with:) of 2", 2) { p in
            let merge: Publishers.Merge<Upstream, Upstream> =
                p[0].merge(with: p[1])
            return merge.eraseToAnyPublisher()
        },
        MergeForm("merge(with:) of 3", 3) { p in
            let merge: Publishers.Merge3<Upstream, Upstream, Upstream> =
                p[0].merge(with: p[1], p[2])
            return merge.eraseToAnyPublisher()
        },
        MergeForm("merge(with:) of 4", 4) { p in
            let merge: Publishers.Merge4<Upstream, Upstream, Upstream, Upstream> =
                p[0].merge(with: p[1], p[2], p[3])
            return merge.eraseToAnyPublisher()
        },
        MergeForm("merge(with:) of 5", 5) { p in
            let merge: Publishers.Merge5<Upstream, Upstream, Upstream, Upstream, Upstream> =
                p[0].merge(with: p[1], p[2], p[3], p[4])
            return merge.eraseToAnyPublisher()
        },
        MergeForm("merge(with:) of 6", 6) { p in
            let merge: Publishers.Merge6<Upstream, Upstream, Upstream, Upstream, Upstream, Upstream> =
                p[0].merge(with: p[1], p[2], p[3], p[4], p[5])
            return merge.eraseToAnyPublisher()
        },
        MergeForm("merge(with:) of 7", 7) { p in
            let merge: Publishers.Merge7<Upstream, Upstream, Upstream, Upstream, Upstream, Upstream, Upstream> =
                p[0].merge(with: p[1], p[2], p[3], p[4], p[5], p[6])
            return merge.eraseToAnyPublisher()
        },
        MergeForm("merge(with:) of 8", 8) { p in
            let merge:
                Publishers.Merge8<Upstream, Upstream, Upstream, Upstream, Upstream, Upstream, Upstream, Upstream> =
                    p[0].merge(with: p[1], p[2], p[3], p[4], p[5], p[6], p[7])
            return merge.eraseToAnyPublisher()
        },
    ]

    /// The operators that add publishers to a merge.
    static let chains: [MergeForm] = [
        MergeForm("Merge and 1", 3) { p in
            let merge: Publishers.Merge3<Upstream, Upstream, Upstream> =
                Publishers.Merge(p[0], p[1])
                .merge(with: p[2])
            return merge.eraseToAnyPublisher()
        },
        MergeForm("Merge and 2", 4) { p in
            let merge: Publishers.Merge4<Upstream, Upstream, Upstream, Upstream> =
                Publishers.Merge(p[0], p[1])
                .merge(with: p[2], p[3])
            return merge.eraseToAnyPublisher()
        },
        MergeForm("Merge and 3", 5) { p in
            let merge: Publishers.Merge5<Upstream, Upstream, Upstream, Upstream, Upstream> =
                Publishers.Merge(p[0], p[1])
                .merge(with: p[2], p[3], p[4])
            return merge.eraseToAnyPublisher()
        },
        MergeForm("Merge and 4", 6) { p in
            let merge: Publishers.Merge6<Upstream, Upstream, Upstream, Upstream, Upstream, Upstream> =
                Publishers.Merge(p[0], p[1])
                .merge(with: p[2], p[3], p[4], p[5])
            return merge.eraseToAnyPublisher()
        },
        MergeForm("Merge and 5", 7) { p in
            let merge: Publishers.Merge7<Upstream, Upstream, Upstream, Upstream, Upstream, Upstream, Upstream> =
                Publishers.Merge(p[0], p[1])
                .merge(with: p[2], p[3], p[4], p[5], p[6])
            return merge.eraseToAnyPublisher()
        },
        MergeForm("Merge and 6", 8) { p in
            let merge:
                Publishers.Merge8<Upstream, Upstream, Upstream, Upstream, Upstream, Upstream, Upstream, Upstream> =
                    Publishers.Merge(p[0], p[1])
                    .merge(with: p[2], p[3], p[4], p[5], p[6], p[7])
            return merge.eraseToAnyPublisher()
        },
        MergeForm("Merge3 and 1", 4) { p in
            let merge: Publishers.Merge4<Upstream, Upstream, Upstream, Upstream> =
                Publishers.Merge3(p[0], p[1], p[2])
                .merge(with: p[3])
            return merge.eraseToAnyPublisher()
        },
        MergeForm("Merge3 and 2", 5) { p in
            let merge: Publishers.Merge5<Upstream, Upstream, Upstream, Upstream, Upstream> =
                Publishers.Merge3(p[0], p[1], p[2])
                .merge(with: p[3], p[4])
            return merge.eraseToAnyPublisher()
        },
        MergeForm("Merge3 and 3", 6) { p in
            let merge: Publishers.Merge6<Upstream, Upstream, Upstream, Upstream, Upstream, Upstream> =
                Publishers.Merge3(p[0], p[1], p[2])
                .merge(with: p[3], p[4], p[5])
            return merge.eraseToAnyPublisher()
        },
        MergeForm("Merge3 and 4", 7) { p in
            let merge: Publishers.Merge7<Upstream, Upstream, Upstream, Upstream, Upstream, Upstream, Upstream> =
                Publishers.Merge3(p[0], p[1], p[2])
                .merge(with: p[3], p[4], p[5], p[6])
            return merge.eraseToAnyPublisher()
        },
        MergeForm("Merge3 and 5", 8) { p in
            let merge:
                Publishers.Merge8<Upstream, Upstream, Upstream, Upstream, Upstream, Upstream, Upstream, Upstream> =
                    Publishers.Merge3(p[0], p[1], p[2])
                    .merge(with: p[3], p[4], p[5], p[6], p[7])
            return merge.eraseToAnyPublisher()
        },
        MergeForm("Merge4 and 1", 5) { p in
            let merge: Publishers.Merge5<Upstream, Upstream, Upstream, Upstream, Upstream> =
                Publishers.Merge4(p[0], p[1], p[2], p[3])
                .merge(with: p[4])
            return merge.eraseToAnyPublisher()
        },
        MergeForm("Merge4 and 2", 6) { p in
            let merge: Publishers.Merge6<Upstream, Upstream, Upstream, Upstream, Upstream, Upstream> =
                Publishers.Merge4(p[0], p[1], p[2], p[3])
                .merge(with: p[4], p[5])
            return merge.eraseToAnyPublisher()
        },
        MergeForm("Merge4 and 3", 7) { p in
            let merge: Publishers.Merge7<Upstream, Upstream, Upstream, Upstream, Upstream, Upstream, Upstream> =
                Publishers.Merge4(p[0], p[1], p[2], p[3])
                .merge(with: p[4], p[5], p[6])
            return merge.eraseToAnyPublisher()
        },
        MergeForm("Merge4 and 4", 8) { p in
            let merge:
                Publishers.Merge8<Upstream, Upstream, Upstream, Upstream, Upstream, Upstream, Upstream, Upstream> =
                    Publishers.Merge4(p[0], p[1], p[2], p[3])
                    .merge(with: p[4], p[5], p[6], p[7])
            return merge.eraseToAnyPublisher()
        },
        MergeForm("Merge5 and 1", 6) { p in
            let merge: Publishers.Merge6<Upstream, Upstream, Upstream, Upstream, Upstream, Upstream> =
                Publishers.Merge5(p[0], p[1], p[2], p[3], p[4])
                .merge(with: p[5])
            return merge.eraseToAnyPublisher()
        },
        MergeForm("Merge5 and 2", 7) { p in
            let merge: Publishers.Merge7<Upstream, Upstream, Upstream, Upstream, Upstream, Upstream, Upstream> =
                Publishers.Merge5(p[0], p[1], p[2], p[3], p[4])
                .merge(with: p[5], p[6])
            return merge.eraseToAnyPublisher()
        },
        MergeForm("Merge5 and 3", 8) { p in
            let merge:
                Publishers.Merge8<Upstream, Upstream, Upstream, Upstream, Upstream, Upstream, Upstream, Upstream> =
                    Publishers.Merge5(p[0], p[1], p[2], p[3], p[4])
                    .merge(with: p[5], p[6], p[7])
            return merge.eraseToAnyPublisher()
        },
        MergeForm("Merge6 and 1", 7) { p in
            let merge: Publishers.Merge7<Upstream, Upstream, Upstream, Upstream, Upstream, Upstream, Upstream> =
                Publishers.Merge6(p[0], p[1], p[2], p[3], p[4], p[5])
                .merge(with: p[6])
            return merge.eraseToAnyPublisher()
        },
        MergeForm("Merge6 and 2", 8) { p in
            let merge:
                Publishers.Merge8<Upstream, Upstream, Upstream, Upstream, Upstream, Upstream, Upstream, Upstream> =
                    Publishers.Merge6(p[0], p[1], p[2], p[3], p[4], p[5])
                    .merge(with: p[6], p[7])
            return merge.eraseToAnyPublisher()
        },
        MergeForm("Merge7 and 1", 8) { p in
            let merge:
                Publishers.Merge8<Upstream, Upstream, Upstream, Upstream, Upstream, Upstream, Upstream, Upstream> =
                    Publishers.Merge7(p[0], p[1], p[2], p[3], p[4], p[5], p[6])
                    .merge(with: p[7])
            return merge.eraseToAnyPublisher()
        },
    ]

    /// The forms that accept any number of publishers of one type.
    static let many: [MergeForm] =
        [1, 2, 3, 9, 20].flatMap { count in
            [
                MergeForm("MergeMany of \(count)", count) { Publishers.MergeMany($0).eraseToAnyPublisher() },
                MergeForm("merge() of \(count)", count) { $0.merge().eraseToAnyPublisher() },
                MergeForm("MergeMany of \(count), the last one added", count) { upstreams in
                    Publishers.MergeMany(upstreams.dropLast()).merge(with: upstreams[count - 1]).eraseToAnyPublisher()
                },
            ]
        } + [
            MergeForm("MergeMany of three, one by one", 3) { p in
                Publishers.MergeMany(p[0], p[1], p[2]).eraseToAnyPublisher()
            },
            MergeForm("merge(with: Self)", 2) { p in
                let merge: Publishers.MergeMany<Upstream> = p[0].merge(with: p[1])
                return merge.eraseToAnyPublisher()
            },
        ]
}
