# debias 
# {"debias":""}
# Shared.
# Panel 1. y against x.
# a: 5 points, x from 0.5 to 4.5, rises from 1 to 6 at x = 2.5, then falls to 0.
# b: 5 points, x from 0.5 to 4.5, rises from 0 to 5 at x = 3.5, then falls to 1.
# Panel 2. Curves: y against x.
# d: 6 points, x from 1 to 32, falls from 1 to 0.0312.
# c: 2 points, x from 1 to 2, falls from 1 to 0.5.
# Line at y = 0.5: half.
# gnuplot 5.4 or later. FACE may be set before: gnuplot -e "FACE='Times'" FILE
reset
set encoding utf8
if (!exists("FACE")) FACE = 'Serif'
W = 476.22; H = 196.823
FONT = FACE.',8'; SMALL = FACE.',7.2'; BOLD = FACE.':Bold,8.8'
LW = 2; PS = 1/7.0; D = 3; TL = 1/4.0 # of pdfcairo, for a point
set terminal pdfcairo enhanced color size W/72.0, H/72.0 font FONT fontscale 0.75 background rgb '#FFFFFF'
INK = '#000000'
set output 'a'.'.pdf'
set multiplot
set lmargin at screen (13.9409)/W
set rmargin at screen (234.11)/W
set tmargin at screen 1-(38.88)/H
set bmargin at screen 1-(178.863)/H
unset label
unset arrow
unset key
set border 3 lc rgb '#00404040' lw 0.6*LW
set grid back lt 1 lc rgb '#00E4E4E4' lw 0.6*LW
MAJOR = 3.2*TL
MINOR = 1.76*TL
unset logscale x
set xrange [0:5.2000000000000002]
set xtics ('0' 0 0, '1' 1 0, '2' 2 0, '3' 3 0, '4' 4 0, '5' 5 0, '' 0 1, '' 0.20000000000000001 1, '' 0.40000000000000002 1, '' 0.60000000000000009 1, '' 0.80000000000000004 1, '' 1 1, '' 1.2000000000000002 1, '' 1.4000000000000001 1, '' 1.6000000000000001 1, '' 1.8 1, '' 2 1, '' 2.2000000000000002 1, '' 2.4000000000000004 1, '' 2.6000000000000001 1, '' 2.8000000000000003 1, '' 3 1, '' 3.2000000000000002 1, '' 3.4000000000000004 1, '' 3.6000000000000001 1, '' 3.8000000000000003 1, '' 4 1, '' 4.2000000000000002 1, '' 4.4000000000000004 1, '' 4.6000000000000005 1, '' 4.8000000000000007 1, '' 5 1, '' 5.2000000000000002 1) out nomirror scale MAJOR,MINOR tc rgb INK font SMALL offset 0,0.3
set xlabel '' tc rgb INK font FONT offset 0,0.6
set grid xtics
unset logscale y
set yrange [0:6.2400000000000002]
set ytics ('0' 0 0, '1' 1 0, '2' 2 0, '3' 3 0, '4' 4 0, '5' 5 0, '6' 6 0, '' 0 1, '' 0.20000000000000001 1, '' 0.40000000000000002 1, '' 0.60000000000000009 1, '' 0.80000000000000004 1, '' 1 1, '' 1.2000000000000002 1, '' 1.4000000000000001 1, '' 1.6000000000000001 1, '' 1.8 1, '' 2 1, '' 2.2000000000000002 1, '' 2.4000000000000004 1, '' 2.6000000000000001 1, '' 2.8000000000000003 1, '' 3 1, '' 3.2000000000000002 1, '' 3.4000000000000004 1, '' 3.6000000000000001 1, '' 3.8000000000000003 1, '' 4 1, '' 4.2000000000000002 1, '' 4.4000000000000004 1, '' 4.6000000000000005 1, '' 4.8000000000000007 1, '' 5 1, '' 5.2000000000000002 1, '' 5.4000000000000004 1, '' 5.6000000000000005 1, '' 5.8000000000000007 1, '' 6 1, '' 6.2000000000000002 1) out nomirror scale MAJOR,MINOR tc rgb INK font SMALL
set label '' at screen (6.4)/W, screen 1-(108.871)/H center rotate by 90 tc rgb INK font FONT
set grid ytics
set key at screen (229.31)/W, screen 1-(43.68)/H top right vertical maxrows 2 Left reverse font SMALL tc rgb INK samplen 2
$d1 <<EOD
0 0
0 1
1 1
1 0
EOD
$d2 <<EOD
1 0
1 4
2 4
2 0
EOD
$d3 <<EOD
2 0
2 6
3 6
3 0
EOD
$d4 <<EOD
3 0
3 2
4 2
4 0
EOD
$d5 <<EOD
1 0
1 1
2 1
2 0
EOD
$d6 <<EOD
2 0
2 3
3 3
3 0
EOD
$d7 <<EOD
3 0
3 5
4 5
4 0
EOD
$d8 <<EOD
4 0
4 1
5 1
5 0
EOD
$d9 <<EOD
0 0
0 1
1 1
1 4
2 4
2 6
3 6
3 2
4 2
4 0
EOD
$d10 <<EOD
1 0
1 1
2 1
2 3
3 3
3 5
4 5
4 1
5 1
5 0
EOD
plot \
 $d1 notitle with filledcurves closed fs solid noborder fc rgb '#CC0072B2', \
 $d2 notitle with filledcurves closed fs solid noborder fc rgb '#CC0072B2', \
 $d3 notitle with filledcurves closed fs solid noborder fc rgb '#CC0072B2', \
 $d4 notitle with filledcurves closed fs solid noborder fc rgb '#CC0072B2', \
 $d5 notitle with filledcurves closed fs solid noborder fc rgb '#CCD55E00', \
 $d6 notitle with filledcurves closed fs solid noborder fc rgb '#CCD55E00', \
 $d7 notitle with filledcurves closed fs solid noborder fc rgb '#CCD55E00', \
 $d8 notitle with filledcurves closed fs solid noborder fc rgb '#CCD55E00', \
 $d9 notitle with lines lc rgb '#000072B2' lw 1.2*LW dt solid, \
 $d10 notitle with lines lc rgb '#00D55E00' lw 1.2*LW dt (4*D,2*D), \
 keyentry with boxes fs solid border lc rgb '#000072B2' fc rgb '#CC0072B2' title 'a', \
 keyentry with boxes fs solid border lc rgb '#00D55E00' fc rgb '#CCD55E00' title 'b'
set lmargin at screen (258.921)/W
set rmargin at screen (472.22)/W
set tmargin at screen 1-(38.88)/H
set bmargin at screen 1-(178.863)/H
unset label
unset arrow
unset key
set border 3 lc rgb '#00404040' lw 0.6*LW
set grid back lt 1 lc rgb '#00E4E4E4' lw 0.6*LW
MAJOR = 3.2*TL
MINOR = 1.76*TL
unset logscale x
set xrange [0:33.240000000000002]
set xtics ('0' 0 0, '5' 5 0, '10' 10 0, '15' 15 0, '20' 20 0, '25' 25 0, '30' 30 0, '' 0 1, '' 1 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '' 10 1, '' 11 1, '' 12 1, '' 13 1, '' 14 1, '' 15 1, '' 16 1, '' 17 1, '' 18 1, '' 19 1, '' 20 1, '' 21 1, '' 22 1, '' 23 1, '' 24 1, '' 25 1, '' 26 1, '' 27 1, '' 28 1, '' 29 1, '' 30 1, '' 31 1, '' 32 1, '' 33 1) out nomirror scale MAJOR,MINOR tc rgb INK font SMALL offset 0,0.3
set xlabel '' tc rgb INK font FONT offset 0,0.6
set grid xtics
unset logscale y
set yrange [0:1.2469999999999999]
set ytics ('0' 0 0, '0.2' 0.20000000000000001 0, '0.4' 0.40000000000000002 0, '0.6' 0.60000000000000009 0, '0.8' 0.80000000000000004 0, '1.0' 1 0, '1.2' 1.2000000000000002 0, '' 0 1, '' 0.050000000000000003 1, '' 0.10000000000000001 1, '' 0.14999999999999999 1, '' 0.20000000000000001 1, '' 0.25 1, '' 0.29999999999999999 1, '' 0.35000000000000003 1, '' 0.40000000000000002 1, '' 0.45000000000000001 1, '' 0.5 1, '' 0.55000000000000004 1, '' 0.59999999999999998 1, '' 0.65000000000000002 1, '' 0.70000000000000007 1, '' 0.75 1, '' 0.80000000000000004 1, '' 0.84999999999999998 1, '' 0.90000000000000002 1, '' 0.95000000000000007 1, '' 1 1, '' 1.05 1, '' 1.1000000000000001 1, '' 1.1500000000000001 1, '' 1.2 1) out nomirror scale MAJOR,MINOR tc rgb INK font SMALL
set label '' at screen (244.51)/W, screen 1-(108.871)/H center rotate by 90 tc rgb INK font FONT
set grid ytics
set label 'half' at screen (469.82)/W, screen 1-(117.255)/H right font SMALL tc rgb '#00000000'
set label 'Curves' at screen (242.11)/W, screen 1-(27.96)/H left font BOLD tc rgb '#00000000'
set key at screen (467.42)/W, screen 1-(43.68)/H top right vertical maxrows 3 Left reverse font SMALL tc rgb INK samplen 2
$d1 <<EOD
0 0.5
33.240000000000002 0.5
EOD
$d2 <<EOD
1 1.2
2 0.59999999999999998
4 0.29999999999999999
8 0.14999999999999999
16 0.074999999999999997
32 0.037499999999999999
32 0.025000000000000001
16 0.050000000000000003
8 0.10000000000000001
4 0.20000000000000001
2 0.40000000000000002
1 0.80000000000000004
EOD
$d3 <<EOD
1 1
2 0.5
4 0.25
8 0.125
16 0.0625
32 0.03125
EOD
$d4 <<EOD
1 1
2 0.5
EOD
$d5 <<EOD
1 1
4 0.25
8 0.125
16 0.0625
32 0.03125
EOD
$d6 <<EOD
2 0.5
EOD
plot \
 $d1 notitle with lines lc rgb '#00404040' lw 0.72*LW dt (4*D,2*D), \
 $d2 notitle with filledcurves closed fs solid noborder fc rgb '#CC0072B2', \
 $d3 notitle with lines lc rgb '#000072B2' lw 1.2*LW dt solid, \
 $d4 notitle with lines lc rgb '#00D55E00' lw 1.2*LW dt (4*D,2*D), \
 $d5 notitle with points pt 7 ps 4.96*PS lw 0.72*LW lc rgb '#000072B2', \
 $d6 notitle with points pt 5 ps 4.96*PS lw 0.72*LW lc rgb '#00D55E00', \
 keyentry with linespoints pt 7 ps 4.96*PS lc rgb '#000072B2' lw 1.2*LW dt solid title 'd', \
 keyentry with linespoints pt 5 ps 4.96*PS lc rgb '#00D55E00' lw 1.2*LW dt (4*D,2*D) title 'c', \
 keyentry with boxes fs solid noborder fc rgb '#CC404040' title '95% interval'
unset logscale
unset tics
unset border
unset grid
unset xlabel
unset ylabel
unset label
unset arrow
unset key
set label 'Shared' at screen (4)/W, screen 1-(9.72)/H left font BOLD tc rgb '#00000000'
plot [0:1] [0:1] NaN notitle
unset multiplot
unset output
