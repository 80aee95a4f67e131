# debias 
# {"debias":"","seed":1}
# Bias at equal cost: |bias| (logarithmic) against m (powers of 2).
# L1: 6 points, m from 1 to 32, falls from 0.2 to 0.00625.
# L1: 6 points, m from 1 to 32, falls from 0.202 to 0.00631; slope -1 (-1.02 to -0.98) for m from 1 to 32.
# L2: 6 points, m from 1 to 32, falls from 0.15 to 0.000146; slope -2 for m from 1 to 16.
# L3: 5 points, m from 1 to 32, goes up and down between 0.0001 and 0.0004.
# L3 is unbiased here: its points are noise. 1 point with a value ≤ 0 is not shown on the logarithmic axis (1 of L3).
# gnuplot 5.4 or later. FACE may be set before: gnuplot -e "FACE='Times'" FILE
reset
set encoding utf8
if (!exists("FACE")) FACE = 'Serif'
W = 238.11; H = 230.983
FONT = FACE.',8'; SMALL = FACE.',7.2'; BOLD = FACE.':Bold,8.8'
LW = 2; PS = 1/7.0; D = 3; TL = 1/4.0 # of pdfcairo, for a point
set terminal pdfcairo enhanced color size W/72.0, H/72.0 font FONT fontscale 0.75 background rgb '#FFFFFF'
INK = '#000000'
set output 'a'.'.pdf'
set multiplot
set lmargin at screen (40.1636)/W
set rmargin at screen (234.11)/W
set tmargin at screen 1-(20.64)/H
set bmargin at screen 1-(150.223)/H
unset label
unset arrow
unset key
set border 3 lc rgb '#00404040' lw 0.6*LW
set grid back lt 1 lc rgb '#00E4E4E4' lw 0.6*LW
MAJOR = 3.2*TL
MINOR = 1.76*TL
set logscale x 2
set xrange [0.87055056329612412:36.758347359905123]
set xtics ('1' 1 0, '2' 2 0, '4' 4 0, '8' 8 0, '16' 16 0, '32' 32 0) out nomirror scale MAJOR,MINOR tc rgb INK font SMALL offset 0,0.3
set xlabel 'm' tc rgb INK font FONT offset 0,0.6
set grid xtics
set logscale y 10
set yrange [9.9707091362554975e-06:0.32321234186661602]
set ytics ('10^{−5}' 1.0000000000000001e-05 0, '' 2.0000000000000002e-05 1, '' 3.0000000000000004e-05 1, '' 4.0000000000000003e-05 1, '' 5.0000000000000002e-05 1, '' 6.0000000000000008e-05 1, '' 7.0000000000000007e-05 1, '' 8.0000000000000007e-05 1, '' 9.0000000000000006e-05 1, '10^{−4}' 0.0001 0, '' 0.00020000000000000001 1, '' 0.00030000000000000003 1, '' 0.00040000000000000002 1, '' 0.00050000000000000001 1, '' 0.00060000000000000006 1, '' 0.00069999999999999999 1, '' 0.00080000000000000004 1, '' 0.00090000000000000008 1, '10^{−3}' 0.001 0, '' 0.002 1, '' 0.0030000000000000001 1, '' 0.0040000000000000001 1, '' 0.0050000000000000001 1, '' 0.0060000000000000001 1, '' 0.0070000000000000001 1, '' 0.0080000000000000002 1, '' 0.0090000000000000011 1, '10^{−2}' 0.01 0, '' 0.02 1, '' 0.029999999999999999 1, '' 0.040000000000000001 1, '' 0.050000000000000003 1, '' 0.059999999999999998 1, '' 0.070000000000000007 1, '' 0.080000000000000002 1, '' 0.089999999999999997 1, '10^{−1}' 0.10000000000000001 0, '' 0.20000000000000001 1, '' 0.30000000000000004 1) out nomirror scale MAJOR,MINOR tc rgb INK font SMALL
set label '|bias|' at screen (6.4)/W, screen 1-(85.4313)/H center rotate by 90 tc rgb INK font FONT
set grid ytics
set label 'Bias at equal cost' at screen (4)/W, screen 1-(9.72)/H left font BOLD tc rgb '#00000000'
set label 'L3 is unbiased here: its points are noise. 1 point with a value ≤' at screen (4)/W, screen 1-(212.943)/H left font SMALL tc rgb '#00404040'
set label '0 is not shown on the logarithmic axis (1 of L3).' at screen (4)/W, screen 1-(222.303)/H left font SMALL tc rgb '#00404040'
set key at screen (119.055)/W, screen 1-(177.383)/H top center vertical maxrows 3 Left reverse font SMALL tc rgb INK samplen 2
$d1 <<EOD
1 0.00029999999999999997
2 0.00029999999999999997
4 0.00029999999999999997
8 0.00029999999999999997
16 0.00029999999999999997
32 0.00029999999999999997
32 9.9707091362554975e-06
16 9.9707091362554975e-06
8 9.9707091362554975e-06
4 9.9707091362554975e-06
2 9.9707091362554975e-06
1 9.9707091362554975e-06
EOD
$d2 <<EOD
1 0.00029999999999999997
2 0.00029999999999999997
4 0.00029999999999999997
8 0.00029999999999999997
16 0.00029999999999999997
32 0.00029999999999999997
EOD
$d3 <<EOD
1 0.17999999999999999
1 0.22

0.96705179307379585 0.17999999999999999
1.0340707779688589 0.17999999999999999

0.96705179307379585 0.22
1.0340707779688589 0.22

2 0.089999999999999997
2 0.11

1.9341035861475913 0.089999999999999997
2.0681415559377183 0.089999999999999997

1.9341035861475913 0.11
2.0681415559377183 0.11

4 0.044999999999999998
4 0.055

3.8682071722951838 0.044999999999999998
4.1362831118754384 0.044999999999999998

3.8682071722951838 0.055
4.1362831118754384 0.055

8 0.022499999999999999
8 0.0275

7.7364143445903686 0.022499999999999999
8.2725662237508679 0.022499999999999999

7.7364143445903686 0.0275
8.2725662237508679 0.0275

16 0.01125
16 0.01375

15.472828689180734 0.01125
16.545132447501732 0.01125

15.472828689180734 0.01375
16.545132447501732 0.01375

32 0.0056249999999999998
32 0.006875

30.945657378361467 0.0056249999999999998
33.090264895003486 0.0056249999999999998

30.945657378361467 0.006875
33.090264895003486 0.006875
EOD
$d4 <<EOD
1 0.1502
2 0.037699999999999997
4 0.0095750000000000002
8 0.00254375
16 0.00078593749999999996
32 0.000346484375
32 9.9707091362554975e-06
16 0.0003859375
8 0.0021437499999999998
4 0.0091749999999999991
2 0.0373
1 0.14979999999999999
EOD
$d5 <<EOD
32 1.1689311104109282e-05
EOD
$d6 <<EOD
1 0.20000000000000001
2 0.10000000000000001
4 0.050000000000000003
8 0.025000000000000001
16 0.012500000000000001
32 0.0062500000000000003
EOD
$d7 <<EOD
1 0.14999999999999999
2 0.037499999999999999
4 0.0093749999999999997
8 0.0023437499999999999
16 0.00058593749999999998
32 0.00014648437499999999
EOD
$d8 <<EOD
1 0.20200000000000001
2 0.10100000000000001
4 0.050500000000000003
8 0.025250000000000002
16 0.012625000000000001
32 0.0063125000000000004
EOD
$d9 <<EOD
1 0.14999999999999999
2 0.037499999999999999
4 0.0093749999999999997
8 0.0023437499999999999
16 0.00058593749999999998
32 0.00014648437499999999
EOD
$d10 <<EOD
1 0.00029999999999999997
EOD
$d11 <<EOD
2 0.00020000000000000001
8 0.00012
EOD
$d12 <<EOD
16 0.00040000000000000002
EOD
$d13 <<EOD
32 0.0001
EOD
plot \
 $d1 notitle with filledcurves closed fs solid noborder fc rgb '#EB009E73', \
 $d2 notitle with lines lc rgb '#5F009E73' lw 1.2*LW dt (1.2*D,1.6*D), \
 $d3 notitle with lines lc rgb '#000072B2' lw 0.72*LW dt solid, \
 $d4 notitle with filledcurves closed fs solid noborder fc rgb '#CCD55E00', \
 $d5 notitle with points pt 11 ps 3.968*PS lw 0.72*LW lc rgb '#00FFFFFF', $d5 notitle with points pt 10 ps 3.968*PS lw 0.72*LW lc rgb '#00D55E00', \
 $d6 notitle with lines lc rgb '#000072B2' lw 1.2*LW dt (4*D,2*D), \
 $d7 notitle with lines lc rgb '#00D55E00' lw 1.2*LW dt solid, \
 $d8 notitle with points pt 7 ps 4.96*PS lw 0.72*LW lc rgb '#000072B2', \
 $d9 notitle with points pt 5 ps 4.96*PS lw 0.72*LW lc rgb '#00D55E00', \
 $d10 notitle with points pt 9 ps 4.96*PS lw 0.72*LW lc rgb '#00009E73', \
 $d11 notitle with points pt 9 ps 4.96*PS lw 0.72*LW lc rgb '#00FFFFFF', $d11 notitle with points pt 8 ps 4.96*PS lw 0.72*LW lc rgb '#00009E73', \
 $d12 notitle with points pt 9 ps 4.96*PS lw 0.72*LW lc rgb '#00009E73', \
 $d13 notitle with points pt 9 ps 4.96*PS lw 0.72*LW lc rgb '#00FFFFFF', $d13 notitle with points pt 8 ps 4.96*PS lw 0.72*LW lc rgb '#00009E73', \
 keyentry with linespoints pt 7 ps 4.96*PS lc rgb '#000072B2' lw 1.2*LW dt (4*D,2*D) title 'L1, slope −1.00 ± 0.02', \
 keyentry with linespoints pt 5 ps 4.96*PS lc rgb '#00D55E00' lw 1.2*LW dt solid title 'L2, slope −2.00', \
 keyentry with points pt 9 ps 4.96*PS lw 0.72*LW lc rgb '#00009E73' title 'L3', \
 keyentry with points pt '|' font ',8' tc rgb '#00404040' title '95% interval', \
 keyentry with points pt 10 ps 4.96*PS lw 0.72*LW lc rgb '#00404040' title 'lower limit ≤ 0', \
 keyentry with boxes fs solid border lc rgb '#5F009E73' fc rgb '#EB009E73' title 'noise'
unset multiplot
unset output
