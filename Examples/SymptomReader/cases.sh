export HEALTHKIT_AUTHORIZATION=grant
expect "symptoms, none yet" 0 $'asked for abdominal cramps: true\nabdominal cramps: 0\nsymptoms: 0' SymptomReader
expect "symptoms" 0 \
    $'abdominal cramps: 2\nsymptoms: 3\nHeadache: severe\nAbdominalCramps: mild\nAbdominalCramps: moderate' \
    SymptomReader log

fresh
unset HEALTHKIT_AUTHORIZATION
expect "no terminal to ask at" 1 'asked for abdominal cramps: false' SymptomReader

fresh
export HEALTHKIT_AUTHORIZATION=deny
expect "asked is not allowed" 0 $'asked for abdominal cramps: true\nabdominal cramps: 0\nsymptoms: 0' SymptomReader
