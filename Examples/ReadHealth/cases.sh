export HEALTHKIT_AUTHORIZATION=grant
expect "heights, none yet" 0 $'heights: 0\nno average: there is no data' ReadHealth

expect "one app writes a height" 0 'Saved!' WriteHealth 172.5 3600
expect "it writes another" 0 'Saved!' WriteHealth 173.5
expect "another app reads both" 0 \
    $'heights: 2\n173.5 cm from WriteHealth\n172.5 cm from WriteHealth\naverage 173.0 cm\naverage of WriteHealth 173.0 cm' \
    ReadHealth
if [ "$("$bin/ReadHealth" | sed -n 2p)" != "173.5 cm from WriteHealth" ]; then
    fail "the latest height comes first" "another one does" "$("$bin/ReadHealth")"
fi

fresh
begin ReadHealth watch 3
await "it watches, and there is nothing" 'heights: 0'
expect "the other app writes while it watches" 0 'Saved!' WriteHealth 180 7200
await "the list has grown" $'heights: 1\n180.0 cm from WriteHealth'
expect "the other app writes again" 0 'Saved!' WriteHealth 181 3600
await "the list has grown again" $'heights: 2\n181.0 cm from WriteHealth\n180.0 cm from WriteHealth'
expect "the other app writes an older one" 0 'Saved!' WriteHealth 179 10800
await "each is in its place" $'heights: 3\n181.0 cm from WriteHealth\n180.0 cm from WriteHealth\n179.0 cm from WriteHealth'
ends "there are enough" 0

begin ReadHealth watch
await "it watches what is there" 'heights: 3'
ends "it watches until it is ended" 143 TERM
expect "no such command" 2 'usage: ReadHealth [watch [ENTRIES]]' ReadHealth watch many

# Both apps with a daemon: only the environment differs.
fresh
unset HEALTHKIT_AUTHORIZATION
"$bin/health" serve --listen 127.0.0.1:0 </dev/null >"$folder/daemon" 2>&1 &
daemon=$!
background+=("$daemon")
until url=$(grep -o -m 1 'http://127[0-9.]*:[0-9]*' "$folder/daemon"); do sleep 0.05; done

# register NAME: registers an app with the name and prints its token.
register() {
    curl -s "$url/v1/apps" -H 'Content-Type: application/json' \
        -d "{\"identifier\": \"org.example.$1\", \"name\": \"$1\", \"pairingCode\": \"$("$bin/health" apps pair 2>/dev/null)\"}" | sed 's/.*"token":"\([^"]*\)".*/\1/'
}
writer=$(register WriteHealth)
reader=$(register ReadHealth)
export HEALTH_DAEMON_URL=$url
expect "the person lets one app write" 0 'org.example.WriteHealth may now save height' \
    health apps grant org.example.WriteHealth --share height
expect "and the other read" 0 'org.example.ReadHealth may now read height' \
    health apps grant org.example.ReadHealth --read height
export HEALTH_DAEMON_TOKEN=$writer
expect "one app writes a height to the daemon" 0 'Saved!' WriteHealth 172.5 3600
export HEALTH_DAEMON_TOKEN=$reader
expect "the other app reads it from there" 0 \
    $'heights: 1\n172.5 cm from WriteHealth\naverage 172.5 cm\naverage of WriteHealth 172.5 cm' ReadHealth
begin ReadHealth watch 2
await "it watches the daemon" 'heights: 1'
HEALTH_DAEMON_TOKEN=$writer expect "the other app writes while it watches" 0 'Saved!' WriteHealth 180
await "the list has grown over the daemon" $'heights: 2\n180.0 cm from WriteHealth\n172.5 cm from WriteHealth'
ends "there are enough" 0
running=$daemon
printed=$folder/daemon
ends "the daemon ends when it is asked to" 0 TERM
unset HEALTH_DAEMON_URL HEALTH_DAEMON_TOKEN
