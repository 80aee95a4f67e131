# Checks for tests written in shell, printed as TAP: . tests/tools/tap.sh .. equal GOT WANT NAME .. skip NAME WHY ..
# finish
count=0

equal() {
    count=$((count + 1))
    if [ "$1" = "$2" ]; then
        echo "ok $count - $3"
    else
        echo "not ok $count - $3"
        difference "$1" "$2"
    fi
}

# difference GOT WANT: both whole where they are short, else the place of their first difference and what stands there.
difference() {
    if [ $((${#1} + ${#2})) -le 800 ]; then
        printf 'got:\n%s\nwant:\n%s\n' "$1" "$2"
        return
    fi
    local at place
    place=$(LC_ALL=C cmp <(echo "$1") <(echo "$2") 2>&1 | sed -E 's/.*(byte|char) ([0-9]+, line [0-9]+).*/byte \2/')
    at=${place#byte } at=${at%,*}
    echo "differ at $place"
    printf 'got:\n%s\nwant:\n%s\n' "$(around "$at" "$1")" "$(around "$at" "$2")"
}

# around BYTE TEXT: some characters before it, and after.
around() {
    echo "$2" | LC_ALL=C tail -c +$(($1 > 100 ? $1 - 100 : 1)) | LC_ALL=C head -c 200
}

skip() {
    count=$((count + 1))
    echo "ok $count - $1 # SKIP $2"
}

finish() {
    echo "1..$count"
}
