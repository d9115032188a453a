// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Testing

/// Tests of the cluster that `health cohort` uses, without queries to a server.
struct CohortClusterTests {
    private let home: Home

    init() throws {
        home = try Home()
        try Data(#"{"name": "study", "shards": []}"#.utf8).write(to: home.file("empty.json"))
        try Data(
            """
            {"name": "study", "zooKeeper": ["z:2181"], "shards": [
              {"name": "north", "replicas": [{"url": "http://a:8123"}, {"url": "http://b:8123"}]},
              {"name": "south", "replicas": [{"url": "http://c:8123"}]}]}
            """.utf8
        ).write(to: home.file("study.json"))
    }

    /// Invalid arguments, and a part of the error.
    @Test(arguments: [
        ([], "no cluster is given"),
        (["--cluster", ""], "--cluster names nothing"),
        (["--cluster", "nowhere.json"], "nowhere.json"),
        (["--cluster", "localhost:8123"], "http://127.0.0.1:8123"),
        (["--cluster", "ftp://a:8123"], "ftp://a:8123"),
        (["--cluster", "http://a:8123,"], "empty address"),
        (["--cluster", "http://u:secret@a:8123"], "HEALTH_COHORT_USER"),
        (["--cluster", "empty.json"], "no shards"),
        (["--cluster", "http://a:8123?user=x"], "database"),
        (["--shards", "http://a:8123,http://b:8123"], "--zookeeper"),
        (["--shards", "http://a:8123", "http://a:8123"], "same address"),
        (["--shards", "http://a:8123", "http://a:8124"], "a:9000"),
        (["--shards", "http://a:8123", "--zookeeper", "z"], "host and port"),
        (["--shards", "http://a:8123", "--name", "a b"], "a b"),
        (["--shards", "http://a:8123", "--cluster", "http://c:8123"], "http://c:8123"),
        (["--shards", "http://a:8123", "--cluster", "study.json"], "omit one"),
        (["--cluster", "study.json", "--name", "other"], "cluster file"),
    ])
    func `invalid arguments end with status 2 and one line with the reason`(
        arguments: [String], part: String
    ) throws {
        for command in ["init", "config"] {
            let line = (["cohort", command] + arguments).map { "'\($0)'" }.joined(separator: " ")
            let result = try Tool.shell("cd \"$HOME\" && $health \(line)", in: home)
            #expect(result.status == 2, "\(command) \(arguments): \(result.errors)")
            #expect(result.output.isEmpty)
            #expect(result.errorLines.count == 1)
            #expect(result.errors.contains(part), "\(command) \(arguments): \(result.errors)")
            #expect(!result.errors.contains("secret"))
        }
    }

    @Test func `an unreachable cluster ends with status 1`() throws {
        let result = try Tool.run(["cohort", "init", "--cluster", "http://127.0.0.1:1"], in: home)
        #expect(result.status == 1)
        #expect(result.errors.contains("http://127.0.0.1:1"))
        #expect(result.errors.contains("the connection was refused"))
    }

    @Test func `a password goes to other machines over plain HTTP only with --insecure`() throws {
        for command in ["participants", "init", "statistics stepCount", "withdraw w01 --yes"] {
            let line = "HEALTH_COHORT_PASSWORD=secret $health cohort \(command) --cluster http://none.invalid:8123"
            let refused = try Tool.shell(line, in: home)
            #expect(refused.status == 2, "\(refused.errors)")
            #expect(refused.errorLines.count == 1)
            #expect(refused.errors.contains("--insecure") && !refused.errors.contains("secret"))
            let told = try Tool.shell(line + " --insecure", in: home)
            #expect(told.status == 1, "\(told.errors)")
            #expect(told.errors.contains("none.invalid"))
        }
    }

    @Test func `settings are printed for a file and for addresses`() throws {
        let file = try Tool.run(["cohort", "config", "--cluster", home.path("study.json")], in: home)
        #expect(file.status == 0, "\(file.errors)")
        for part in ["<study>", "<host>a</host>", "<host>b</host>", "<host>c</host>", "<host>z</host>"] {
            #expect(file.output.contains(part))
        }
        let one = try Tool.run(
            ["cohort", "config", "--cluster", home.path("study.json"), "--server", "http://b:8123"], in: home)
        #expect(one.output.contains("<interserver_http_host>b</interserver_http_host>"))
        let stranger = try Tool.run(
            ["cohort", "config", "--cluster", home.path("study.json"), "--server", "http://d:8123"], in: home)
        #expect(stranger.status == 2)
        #expect(stranger.errors.contains("http://a:8123, http://b:8123, http://c:8123"))
        let shards = try Tool.run(
            ["cohort", "config", "--shards", "http://a:8123", "http://c:8123", "--name", "trial"], in: home)
        #expect(shards.output.contains("<trial>"))
        #expect(!shards.output.contains("zookeeper"))
    }
}
