// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ClickHouseProcess {
    /// Returns the settings of a server with low memory use, because several servers share two cores with the tests.
    static func settings(folder: URL, ports: Ports) -> String {
        """
        <yandex>
            <logger>
                <level>information</level>
                <log>\(folder.path)/server.log</log>
                <errorlog>\(folder.path)/errors.log</errorlog>
                <size>10M</size>
                <count>1</count>
            </logger>
            <listen_host>127.0.0.1</listen_host>
            <http_port>\(ports.http)</http_port>
            <tcp_port>\(ports.native)</tcp_port>
            <interserver_http_host>127.0.0.1</interserver_http_host>
            <interserver_http_port>\(ports.interserver)</interserver_http_port>
            <path>\(folder.path)/data/</path>
            <tmp_path>\(folder.path)/scratch/</tmp_path>
            <user_files_path>\(folder.path)/files/</user_files_path>
            <format_schema_path>\(folder.path)/schemas/</format_schema_path>
            <users_config>\(folder.path)/users.xml</users_config>
            <default_profile>default</default_profile>
            <default_database>default</default_database>
            <mark_cache_size>67108864</mark_cache_size>
            <uncompressed_cache_size>0</uncompressed_cache_size>
            <max_concurrent_queries>200</max_concurrent_queries>
            <builtin_dictionaries_reload_interval>3600</builtin_dictionaries_reload_interval>
        </yandex>

        """
    }

    /// The user of all connections from loopback. Connections can be slow while 60 other tests run.
    static let users = """
        <yandex>
            <profiles>
                <default>
                    <max_threads>2</max_threads>
                    <max_memory_usage>2000000000</max_memory_usage>
                    <background_pool_size>4</background_pool_size>
                    <background_schedule_pool_size>4</background_schedule_pool_size>
                    <connect_timeout_with_failover_ms>2000</connect_timeout_with_failover_ms>
                </default>
            </profiles>
            <users>
                <default>
                    <password></password>
                    <networks><ip>127.0.0.1</ip></networks>
                    <profile>default</profile>
                    <quota>default</quota>
                </default>
            </users>
            <quotas><default></default></quotas>
        </yandex>

        """
}
