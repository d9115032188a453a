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
