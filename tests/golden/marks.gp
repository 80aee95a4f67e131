# debias 
# {"debias":""}
# F(x_t) - F^* (logarithmic) against m (powers of 2).
# ξ_0: 6 points, m from 1 to 32, falls from 0.2 to 0.00625; slope -1 for m from 1 to 32.
# Line at F(x_t) - F^* = 0.01: goal ε^2.
# Line at m = 4: m = 4.
# Line of slope -2 through m = 2, F(x_t) - F^* = 0.1: slope −2.
# Text at m = 12, F(x_t) - F^* = 0.15: a text.
# Window for m from 8 to 16: window.
# gnuplot 5.4 or later. FACE may be set before: gnuplot -e "FACE='Times'" FILE
reset
set encoding utf8
if (!exists("FACE")) FACE = 'Serif'
W = 238.11; H = 178.583
FONT = FACE.',8'; SMALL = FACE.',7.2'; BOLD = FACE.':Bold,8.8'
LW = 2; PS = 1/7.0; D = 3; TL = 1/4.0 # of pdfcairo, for a point
set terminal pdfcairo enhanced color size W/72.0, H/72.0 font FONT fontscale 0.75 background rgb '#FFFFFF'
INK = '#000000'
set output 'a'.'.pdf'
set multiplot
set lmargin at screen (39.3912)/W
set rmargin at screen (234.11)/W
set tmargin at screen 1-(6.4)/H
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
set yrange [0.0054409410206007775:0.22973967099940704]
set ytics ('' 0.012 1, '' 0.014 1, '' 0.016 1, '' 0.018000000000000002 1, '' 0.12 1, '' 0.14000000000000001 1, '' 0.16 1, '' 0.17999999999999999 1, '' 0.0060000000000000001 1, '' 0.0070000000000000001 1, '' 0.0080000000000000002 1, '' 0.0090000000000000011 1, '0.01' 0.01 0, '0.02' 0.02 0, '' 0.029999999999999999 1, '' 0.040000000000000001 1, '0.05' 0.050000000000000003 0, '' 0.059999999999999998 1, '' 0.070000000000000007 1, '' 0.080000000000000002 1, '' 0.089999999999999997 1, '0.1' 0.10000000000000001 0, '0.2' 0.20000000000000001 0) out nomirror scale MAJOR,MINOR tc rgb INK font SMALL
set label 'F(x_{t}) - F^{*}' at screen (6.4)/W, screen 1-(78.3113)/H center rotate by 90 tc rgb INK font FONT
set grid ytics
set label 'goal ε^{2}' at screen (231.71)/W, screen 1-(121.356)/H right font SMALL tc rgb '#00D62728'
set label 'm = 4' at screen (132.624)/W, screen 1-(11.08)/H center font SMALL tc rgb '#00000000'
set label 'slope −2' at screen (193.245)/W, screen 1-(144.743)/H right font SMALL tc rgb '#00000000'
set label 'a text' at screen (175.873)/W, screen 1-(22.7808)/H center font SMALL tc rgb '#00000000'
set label 'window' at screen (186.468)/W, screen 1-(12.68)/H right font SMALL tc rgb '#00000000'
set key at screen (229.31)/W, screen 1-(78.3113)/H center right vertical maxrows 1 Left reverse font SMALL tc rgb INK samplen 2
$d1 <<EOD
8 0.22973967099940704
16 0.22973967099940704
16 0.0054409410206007775
8 0.0054409410206007775
EOD
$d2 <<EOD
8 0.22973967099940704
8 0.0054409410206007775

16 0.22973967099940704
16 0.0054409410206007775
EOD
$d3 <<EOD
0.87055056329612412 0.01
36.758347359905123 0.01
EOD
$d4 <<EOD
4 0.0054409410206007775
4 0.22973967099940704

1.3195079107728938 0.22973967099940704
8.5741877002903362 0.0054409410206007827
EOD
$d5 <<EOD
1 0.20000000000000001
2 0.10000000000000001
4 0.050000000000000003
8 0.025000000000000001
16 0.012500000000000001
32 0.0062500000000000003
EOD
$d6 <<EOD
1 0.20000000000000001
2 0.10000000000000001
4 0.050000000000000003
8 0.025000000000000001
16 0.012500000000000001
32 0.0062500000000000003
EOD
plot \
 $d1 notitle with filledcurves closed fs solid noborder fc rgb '#EB404040', \
 $d2 notitle with lines lc rgb '#5F404040' lw 0.6*LW dt (1.2*D,1.6*D), \
 $d3 notitle with lines lc rgb '#00D62728' lw 0.72*LW dt (4*D,2*D), \
 $d4 notitle with lines lc rgb '#00404040' lw 0.72*LW dt (4*D,2*D), \
 $d5 notitle with lines lc rgb '#000072B2' lw 1.2*LW dt solid, \
 $d6 notitle with points pt 7 ps 4.96*PS lw 0.72*LW lc rgb '#000072B2', \
 keyentry with linespoints pt 7 ps 4.96*PS lc rgb '#000072B2' lw 1.2*LW dt solid title 'ξ_{0}, slope −1.00'
unset multiplot
unset output
