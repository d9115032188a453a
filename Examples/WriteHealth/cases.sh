export HEALTHKIT_AUTHORIZATION=grant
expect "a height is written" 0 'Saved!' WriteHealth 172.5 3600
expect "what is no number is not written" 2 'usage: WriteHealth CENTIMETRES [SECONDS-AGO]' WriteHealth tall

fresh
export HEALTHKIT_AUTHORIZATION=deny
expect "a height may not be written" 1 'Error: this app may not save heights' WriteHealth 172.5
