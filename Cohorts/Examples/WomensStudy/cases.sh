expect "no cluster is given" 2 'Name a ClickHouse server with --cluster. To get one on Debian 12:' WomensStudy

# A ClickHouse server on loopback, with its own folder and free ports.
server=$folder/clickhouse
mkdir "$server"
read -r http native interserver < <(
    python3 -c '
import socket
sockets = [socket.socket() for _ in range(3)]
for each in sockets: each.bind(("127.0.0.1", 0))
print(*(each.getsockname()[1] for each in sockets))'
)
cat >"$server/config.xml" <<XML
<yandex>
    <logger><level>warning</level><log>$server/log</log><errorlog>$server/errors</errorlog></logger>
    <listen_host>127.0.0.1</listen_host>
    <http_port>$http</http_port>
    <tcp_port>$native</tcp_port>
    <interserver_http_host>127.0.0.1</interserver_http_host>
    <interserver_http_port>$interserver</interserver_http_port>
    <path>$server/data/</path>
    <tmp_path>$server/scratch/</tmp_path>
    <user_files_path>$server/files/</user_files_path>
    <format_schema_path>$server/schemas/</format_schema_path>
    <users_config>users.xml</users_config>
    <default_profile>default</default_profile>
    <default_database>default</default_database>
    <mark_cache_size>67108864</mark_cache_size>
</yandex>
XML
cat >"$server/users.xml" <<XML
<yandex>
    <profiles><default><max_threads>2</max_threads></default></profiles>
    <users>
        <default>
            <password></password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota>
        </default>
    </users>
    <quotas><default></default></quotas>
</yandex>
XML
PATH=$PATH:/usr/sbin clickhouse-server --config-file="$server/config.xml" >"$server/printed" 2>&1 &
running=$!
background+=("$running")
until (: <>"/dev/tcp/127.0.0.1/$http") 2>/dev/null; do
    if ! kill -0 "$running" 2>/dev/null; then
        fail "a ClickHouse server" "it does not start; apt-get install clickhouse-server" "$(<"$server/printed")"
        return
    fi
    sleep 0.05
done

study=(WomensStudy --cluster "http://127.0.0.1:$http" --women 12 --days 66 --at-once 3 --smallest-group 3)
expect "a study" 0 '12 women with a store each: 100703 samples, 2025-02-04 to 2025-04-10
pushed 100703 samples, 3 women at a time
Symptoms by week: women who noted it, of those under observation
   week of  women     AbdominalCramps            Bloating            Headache         MoodChanges
2025-02-10     12  33.3 % (13.8–60.9)  50.0 % (25.4–74.6)  50.0 % (25.4–74.6)  50.0 % (25.4–74.6)
2025-02-17     12  41.7 % (19.3–68.0)  33.3 % (13.8–60.9)  66.7 % (39.1–86.2)  33.3 % (13.8–60.9)
2025-02-24     12   25.0 % (8.9–53.2)  58.3 % (32.0–80.7)  66.7 % (39.1–86.2)  33.3 % (13.8–60.9)
2025-03-03     12  66.7 % (39.1–86.2)  41.7 % (19.3–68.0)  33.3 % (13.8–60.9)  33.3 % (13.8–60.9)
2025-03-10     12  50.0 % (25.4–74.6)  41.7 % (19.3–68.0)  41.7 % (19.3–68.0)  50.0 % (25.4–74.6)
2025-03-17     12  33.3 % (13.8–60.9)  41.7 % (19.3–68.0)  41.7 % (19.3–68.0)  50.0 % (25.4–74.6)
2025-03-24     12   25.0 % (8.9–53.2)  66.7 % (39.1–86.2)  50.0 % (25.4–74.6)  50.0 % (25.4–74.6)
2025-03-31     12  33.3 % (13.8–60.9)  50.0 % (25.4–74.6)  58.3 % (32.0–80.7)  58.3 % (32.0–80.7)
Symptoms by day of the cycle: days with it, of all such days
day     days     AbdominalCramps            Bloating            Headache         MoodChanges
  1       21  57.1 % (31.1–79.8)             too few  23.8 % (10.6–45.1)   23.8 % (8.9–50.0)
  2       21  47.6 % (26.5–69.6)   23.8 % (8.9–50.0)  23.8 % (10.6–45.1)   14.3 % (4.9–35.1)
  3       20  30.0 % (14.5–51.9)             too few   15.0 % (5.2–36.1)    0.0 % (0.0–25.9)
  4       20             too few             too few             too few             too few
  5       19             too few    0.0 % (0.0–25.9)    0.0 % (0.0–25.9)             too few
  6       20             too few             too few    0.0 % (0.0–25.9)             too few
  7       21    0.0 % (0.0–25.9)    0.0 % (0.0–25.9)    0.0 % (0.0–25.9)             too few
  8       21             too few             too few             too few             too few
  9       20    0.0 % (0.0–25.9)    0.0 % (0.0–25.9)             too few             too few
 10       20             too few             too few  25.0 % (11.2–46.9)    0.0 % (0.0–25.9)
 11       18             too few             too few             too few             too few
 12       18    0.0 % (0.0–25.9)             too few             too few    0.0 % (0.0–25.9)
 13       18    0.0 % (0.0–25.9)             too few    0.0 % (0.0–25.9)             too few
 14       18             too few             too few             too few             too few
 15       18    0.0 % (0.0–25.9)    0.0 % (0.0–25.9)    0.0 % (0.0–25.9)    0.0 % (0.0–25.9)
 16       18    0.0 % (0.0–25.9)             too few    0.0 % (0.0–25.9)             too few
 17       18    0.0 % (0.0–25.9)    0.0 % (0.0–25.9)   22.2 % (9.0–45.2)    0.0 % (0.0–25.9)
 18       17    0.0 % (0.0–25.9)             too few             too few    0.0 % (0.0–25.9)
 19       17    0.0 % (0.0–25.9)             too few    0.0 % (0.0–25.9)             too few
 20       17    0.0 % (0.0–25.9)             too few             too few             too few
 21       17    0.0 % (0.0–25.9)             too few    0.0 % (0.0–25.9)             too few
 22       17             too few             too few             too few    0.0 % (0.0–25.9)
 23       17    0.0 % (0.0–25.9)   23.5 % (9.1–48.5)             too few             too few
 24       16             too few   18.8 % (6.6–43.1)             too few             too few
 25       14    0.0 % (0.0–25.9)             too few    0.0 % (0.0–25.9)             too few
 26       14   21.4 % (7.6–47.6)   21.4 % (7.2–48.8)             too few             too few
 27       11             too few             too few    0.0 % (0.0–27.8)  36.4 % (15.2–64.6)
 28       10             too few  50.0 % (20.4–79.6)             too few             too few
 29       10             too few   30.0 % (9.5–63.6)             too few             too few
 30        8  37.5 % (13.7–69.4)             too few             too few  50.0 % (17.3–82.7)
 31        6  50.0 % (17.0–83.0)  50.0 % (17.0–83.0)             too few             too few
 32        4             too few             too few             too few             too few
 33        3    0.0 % (0.0–56.1)             too few    0.0 % (0.0–56.1)             too few
 34  too few             too few             too few             too few             too few
Steps a week: mean and percentiles over the women
   week of  women   mean      5 %    50 %     95 %
2025-02-10     12  95000  too few  100000  too few
2025-02-17     12  90000  too few   90000  too few
2025-02-24     12  95000  too few   95000  too few
2025-03-03     12  90000  too few   90000  too few
2025-03-10     12  90000  too few   90000  too few
2025-03-17     12  90000  too few   90000  too few
2025-03-24     12  95000  too few   95000  too few
2025-03-31     12  90000  too few   90000  too few
checked: 894 figures of 12 women are what they should be
w007 withdraws. Steps of the first week before and after:
   week of  women    mean      5 %    50 %     95 %
2025-02-10     12   95000  too few  100000  too few
2025-02-10     11  100000  too few  100000  too few
checked: 894 figures of 11 women are what they should be' "${study[@]}"
expect "the same study again" 2 'the cohort has participants already; choose another with --name' "${study[@]}"
