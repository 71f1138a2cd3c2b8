"""Pictures beside the rules of tantrix."""

from __future__ import annotations

from counterplay.core import Diagram

DIAGRAMS = (
    Diagram(
        "n13-yyrrgg,n14-gbybyg,m12-rrbyby,m13-bgbgrr,m14-bygbgy,m15-ggyryr,l12-gygybb,l13-bryryb,l14-rbbgrg bbyrry,"
        "bbgyyg,brbyry,brryby,rrgygy,rgrgyy bbryyr,bbrgrg,bbyygg,brbgrg,brybyr,bygybg rrgyyg,bbrryy,rygrgy,ryygrg,brrbyy,"
        "brrbgg,bybggy,ryrygg,bbgrrg,bbggyy,brrgbg,bbygyg,byybgg,rryygg,brgbgr,brgrbg,bbyryr,bgbgyy,brbrgg,brbyyr,bryrby,"
        "rrygyg,rygyrg,bybgyg,brbryy,rryggy,bbyggy,byygbg,bbyyrr,bbggrr,bbrggr,ryyrgg,bbrrgg,brbggr,ryrgyg red",
        "Three tiles touch n15: the space is forced. Red has one tile that fits, and must lay it there before anything else.",
        ("n15-yyrbbr",),
    ),
    Diagram(
        "s16-grrgyy,r14-yryrgg,r15-grbbrg,q13-rrybyb,q14-byrbry,q15-rbyryb,q16-yybrbr,p13-bgbygy,p14-rgbbgr,o13-bgyygb,"
        "o14-yybggb,n13-gygbby,n14-yggbyb,m12-byygbg,m13-bybgyg,m14-yrrgyg,m15-ggyyrr,m16-rrbbgg,l11-grrygy,l12-ggryry,"
        "l13-grrbgb,l14-yggyrr,l15-bbyggy,l16-yryrbb,l18-gryygr,k10-yrrbyb,k11-ybbyrr,k12-bgrgbr,k13-yyrggr,k14-grryyg,"
        "k15-rgygry,k16-ybgbgy,k17-yrbrby,j10-ygrgyr,j11-gbrrgb,j12-ggbrbr,j13-ygyrgr,j14-gbbrgr,j15-bggyby,j17-rgrbgb,"
        "i9-gbgrbr,i10-rbggbr,i11-ryybbr,i12-ryrbyb,i13-rbbryy,i14-yyrrbb,i15-gbbyyg,h9-gyybbg,h10-bgybyg,h11-bbgygy,"
        "h12-rbyybr,h13-ryrybb,h15-grgrbb,h16-ggbbrr,g13-grgyyr,g14-rbggrb - - - red",
        "All tiles lie. Red has closed a loop of 10 tiles, which counts 20; Blue's line of 26 tiles is worth more and wins.",
    ),
)
