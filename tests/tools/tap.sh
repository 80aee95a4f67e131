# Checks for tests written in shell, printed as TAP: . tests/tools/tap.sh .. equal GOT WANT NAME .. skip NAME WHY ..
# finish
count=0

equal() {
    count=$((count + 1))
    if [ "$1" = "$2" ]; then
        echo "ok $count - $3"
    else
        printf 'not ok %d - %s\ngot:\n%s\nwant:\n%s\n' $count "$3" "$1" "$2"
    fi
}

skip() {
    count=$((count + 1))
    echo "ok $count - $1 # SKIP $2"
}

finish() {
    echo "1..$count"
}
