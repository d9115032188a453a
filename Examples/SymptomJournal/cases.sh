expect "no terminal to ask at" 1 'error: permission could not be asked for' SymptomJournal

export HEALTHKIT_AUTHORIZATION=grant
expect "a journal without entries" 0 $'cramps: 0\nsymptoms: 0' SymptomJournal
expect "an entry" 0 'noted' SymptomJournal log headache severe
expect "another entry" 0 'noted' SymptomJournal log cramps mild
expect "no symptom is no entry" 0 'noted' SymptomJournal log acne none
expect "the journal" 0 $'cramps: 1\nsymptoms: 2\ncramps: mild\nheadache: severe' SymptomJournal
expect "no such symptom" 2 'types: acne, bloating, cramps, fatigue, headache' SymptomJournal log boredom severe

fresh
begin SymptomJournal watch 3
await "it follows an empty journal" 'symptoms: 0'
expect "an entry while it follows" 0 'noted' SymptomJournal log fatigue moderate
await "the entry is there" $'symptoms: 1\nfatigue: moderate'
expect "another entry while it follows" 0 'noted' SymptomJournal log bloating mild
await "both are there" $'symptoms: 2\nbloating: mild\nfatigue: moderate'
ends "it ends by itself" 0

begin SymptomJournal watch
await "it follows what is there" $'symptoms: 2\nbloating: mild\nfatigue: moderate'
ends "it follows until it is ended" 143 TERM

fresh
export HEALTHKIT_AUTHORIZATION=deny
expect "what may not be read is not there" 0 $'cramps: 0\nsymptoms: 0' SymptomJournal
