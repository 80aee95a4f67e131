# Checks on a pseudo-terminal, printed as TAP: source tests/repl/harness.tcl .. finish
package require Expect
log_user 0
match_max -d 2000000
set timeout 200 ;# only what hangs takes so long
set stty_init "rows 40 columns 200"
set env(TERM) xterm
# The jumps to the bracket that is closed show a long line's parts again; tests of them have an inputrc of their own.
set env(INPUTRC) $env(TMPDIR)/plain_inputrc
set file [open $env(INPUTRC) w]
puts $file "\$include /etc/inputrc\nset blink-matching-paren off"
close $file

# The prompt, "[3]> ", or ">> " where an entry goes on, with its colours and what erases the rest of its line, at the end
# of what was printed.
set color {(?:\x1b\[[?0-9;]*[A-Za-z])*}
set at_prompt "(?:$color\\\[\\d+\\\]$color>|$color>>)$color $color\$"
set count 0

proc equal {got want name} {
    incr ::count
    if {$got eq $want} {
        puts "ok $::count - $name"
    } else {
        puts "not ok $::count - $name\n[difference $got $want]"
    }
}

proc matches {got pattern name} {
    incr ::count
    if {[regexp $pattern $got]} {
        puts "ok $::count - $name"
    } else {
        puts "not ok $::count - $name\ngot:\n[string range $got 0 800]\nwant, somewhere:\n$pattern"
    }
}

# A failure: what was waited for did not come.
proc missed {what} {
    puts "not ok [incr ::count] - waits in vain, at most $::timeout s, for $what"
}

# Both texts whole where they are short, else the place of their first difference and what stands there.
proc difference {got want} {
    if {[string length $got$want] <= 800} { return "got:\n$got\nwant:\n$want" }
    set at 0
    while {[string index $got $at] eq [string index $want $at]} { incr at }
    set line [expr {[regexp -all {\n} [string range $got 0 $at-1]] + 1}]
    foreach text {got want} { set $text [string range [set $text] $at-100 $at+100] }
    return "differ at character [expr {$at + 1}], line $line\ngot:\n$got\nwant:\n$want"
}

proc finish {} { puts "1..$::count" }

# Starts the program on a terminal of its own, which becomes the current one; what it prints before the prompt.
proc start {args} {
    global spawn_id env
    spawn $env(DEBIAS) {*}$args
    return [until_prompt]
}

# What comes before the next prompt, without carriage returns and escape sequences. new: a prompt that stands in a line
# after this one, for editing libraries may print one again and again.
proc until_prompt {{new ""}} {
    set before [expr {$new eq "new" ? {^.*\n.*} : {^.*}}]
    expect {
        -re "$before$::at_prompt" {
            return [regsub {(^|\n) *(\[\d+\])?>>? $} [plain $expect_out(0,string)] ""]
        }
        timeout { missed "a prompt" }
        eof { missed "a prompt, and the program ended after: [plain $expect_out(buffer)]" }
    }
}

# Without escape sequences, carriage returns and progress, which is wiped away again.
proc plain {text} {
    regsub -all {\r\x1b\[K[^\r\n]*(?=\r\x1b\[K)} $text {} text
    regsub -all {\x1b\[[?0-9;]*[A-Za-z]|\r|\^D} $text {} text ;# libedit echoes Ctrl-D
    return $text
}

# A text of one line, whose breaks depend on the folders in it.
proc unwrapped {text} { return [regsub -all {\n +} $text " "] }

# Types a line; what it prints.
proc reply {line} {
    send -- "$line\r"
    set text [until_prompt new]
    return [expr {[regexp {^[^\n]*\n(.*)$} $text _ printed] ? $printed : ""}]
}

# Waits for the text, which a running entry prints.
proc wait_for {text} {
    expect {
        -ex $text {}
        timeout { missed "'$text'" }
        eof { missed "'$text', and the program ended" }
    }
}

# Waits for the text; what came before it.
proc before {text} {
    expect {
        -ex $text { return [plain [string range $expect_out(buffer) 0 end-[string length $text]]] }
        timeout { missed "'$text'" }
        eof { missed "'$text', and the program ended" }
    }
}

# Waits until the running entry shows progress that matches the pattern; it stays unread.
proc shows_progress {{pattern " left"}} {
    expect {
        -notransfer -re $pattern {}
        timeout { missed "progress '$pattern'" }
        eof { missed "progress '$pattern', and the program ended" }
    }
}

# CPU time in ticks of 0.01 s that the program and its threads have taken.
proc ticks {} {
    set file [open /proc/[exp_pid]/stat]
    set fields [split [regsub {.*\) } [read $file] ""]]
    close $file
    return [expr {[lindex $fields 11] + [lindex $fields 12]}]
}

# Waits until the program has computed for so many seconds of CPU time, which on a busy machine come later; they are
# more where sanitizers make it slow. A prompt that is there ends the wait.
proc computes {seconds} {
    set enough [expr {[ticks] + 100 * $seconds * ([info exists ::env(QUICK)] ? 5 : 1)}]
    set last [expr {[clock seconds] + $::timeout}]
    while {[ticks] < $enough} {
        set idle [expr {[clock seconds] > $last}]
        expect -timeout 0 -notransfer -re $::at_prompt { set idle 1 }
        if {$idle} { return [missed "$seconds s of work"] }
        after 10
    }
}

# Presses Ctrl-C while something runs; what is printed then. The terminal echoes it, or not: the prompt may be there
# before it does.
proc interrupt {} {
    send \003
    return [string trimleft [regsub {\^C} [until_prompt new] ""] "\n"]
}

# Waits for the program's end; its exit code, or the signal that ended it.
proc exit_code {} {
    global expect_out
    expect {
        eof {}
        timeout { return "still running after $::timeout s" }
    }
    set result [wait]
    return [expr {[llength $result] > 4 ? [lindex $result 5] : [lindex $result 3]}]
}

proc leave {} {
    send \004
    return [exit_code]
}

proc write {path text} {
    file mkdir [file dirname $path]
    set file [open $path w]
    puts -nonewline $file $text
    close $file
}

proc content {path} {
    set file [open $path]
    set text [read $file]
    close $file
    return $text
}

# What edits the lines, asked at a prompt: readline, libedit or none.
proc editor {} {
    regexp {editor +(\w+)} [reply "doctor()"] _ name
    return $name
}

proc is_readline {} { return [expr {[editor] eq "readline"}] }

# A check that is left out.
proc skipped {name why} { puts "ok [incr ::count] - $name # SKIP $why" }

# What a terminal sends for a pasted text: between marks where the editor asks for these, else as if it were typed.
proc pasted {text} {
    return [expr {$::marks_pastes ? "\033\[200~$text\033\[201~" : [string map {"\n" "\r"} $text]}]
}

# Ends the test where lines are not edited; else a session has begun.
proc skip_without_editing {} {
    start --quiet
    reply "'edited'"
    if {[reply "\020"] ne "edited"} {
        puts "1..0 # SKIP built without line editing"
        exit
    }
}
