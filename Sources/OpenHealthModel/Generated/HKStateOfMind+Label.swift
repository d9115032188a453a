// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

extension HKStateOfMind {
    /// State of mind label. iOS 18.0.
    public enum Label: Int, Hashable, Sendable, CaseIterable {
        /// Amazed. iOS 18.0.
        case amazed = 1

        /// Amused. iOS 18.0.
        case amused = 2

        /// Angry. iOS 18.0.
        case angry = 3

        /// Anxious. iOS 18.0.
        case anxious = 4

        /// Ashamed. iOS 18.0.
        case ashamed = 5

        /// Brave. iOS 18.0.
        case brave = 6

        /// Calm. iOS 18.0.
        case calm = 7

        /// Content. iOS 18.0.
        case content = 8

        /// Disappointed. iOS 18.0.
        case disappointed = 9

        /// Discouraged. iOS 18.0.
        case discouraged = 10

        /// Disgusted. iOS 18.0.
        case disgusted = 11

        /// Embarrassed. iOS 18.0.
        case embarrassed = 12

        /// Excited. iOS 18.0.
        case excited = 13

        /// Frustrated. iOS 18.0.
        case frustrated = 14

        /// Grateful. iOS 18.0.
        case grateful = 15

        /// Guilty. iOS 18.0.
        case guilty = 16

        /// Happy. iOS 18.0.
        case happy = 17

        /// Hopeless. iOS 18.0.
        case hopeless = 18

        /// Irritated. iOS 18.0.
        case irritated = 19

        /// Jealous. iOS 18.0.
        case jealous = 20

        /// Joyful. iOS 18.0.
        case joyful = 21

        /// Lonely. iOS 18.0.
        case lonely = 22

        /// Passionate. iOS 18.0.
        case passionate = 23

        /// Peaceful. iOS 18.0.
        case peaceful = 24

        /// Proud. iOS 18.0.
        case proud = 25

        /// Relieved. iOS 18.0.
        case relieved = 26

        /// Sad. iOS 18.0.
        case sad = 27

        /// Scared. iOS 18.0.
        case scared = 28

        /// Stressed. iOS 18.0.
        case stressed = 29

        /// Surprised. iOS 18.0.
        case surprised = 30

        /// Worried. iOS 18.0.
        case worried = 31

        /// Annoyed. iOS 18.0.
        case annoyed = 32

        /// Confident. iOS 18.0.
        case confident = 33

        /// Drained. iOS 18.0.
        case drained = 34

        /// Hopeful. iOS 18.0.
        case hopeful = 35

        /// Indifferent. iOS 18.0.
        case indifferent = 36

        /// Overwhelmed. iOS 18.0.
        case overwhelmed = 37

        /// Satisfied. iOS 18.0.
        case satisfied = 38
    }
}
