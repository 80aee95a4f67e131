# Checks for tests written in shell, printed as TAP: . tests/tools/tap.sh .. equal GOT WANT NAME .. finish
count=0

equal() {
    count=$((count + 1))
    if [ "$1" = "$2" ]; then
        echo "ok $count - $3"
    else
        printf 'not ok %d - %s\ngot:\n%s\nwant:\n%s\n' $count "$3" "$1" "$2"
    fi
}

finish() {
    echo "1..$count"
}
