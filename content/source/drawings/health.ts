import { bunting, sitting, standing, tree } from './figures.ts'
import { at, circle, type Drawing, ink, line, path, rect } from './ink.ts'

function scene(name: string, ...body: string[]): Drawing {
  return { name, width: 1200, height: 750, body: body.join('') }
}

const SKIN_SHADE = '#a9744c'
const ground = (fill: string) => rect(0, 0, 1200, 750, fill)

/** An arm on a cushion with the needle at the elbow; a gloved hand holds the tube. */
const bloodTest = scene(
  'blood-test',
  ground(ink.mist),
  circle(960, 170, 230, ink.sky),
  rect(0, 610, 1200, 140, ink.shallow),
  rect(110, 560, 980, 84, ink.navySoft, 42),
  path('M-20 400 Q150 372 330 392 L420 440 Q400 540 330 584 Q160 612 -20 606 Z', ink.skin[1]),
  path(
    'M330 392 Q440 412 560 424 L820 446 Q870 448 884 470 Q894 520 862 552 L560 578 Q420 596 330 584 Z',
    ink.skin[1],
  ),
  path('M-20 384 Q70 364 150 366 L168 610 Q60 622 -20 618 Z', ink.white),
  line('M150 366 Q176 480 168 610', ink.stone, 6),
  path('M212 372 L272 374 Q292 480 276 604 L218 608 Q238 480 212 372 Z', ink.deepSea),
  line('M244 376 Q266 480 248 604', ink.shallow, 7),
  line('M428 446 Q416 488 436 524', SKIN_SHADE, 6),
  path(
    'M826 440 Q900 414 964 434 Q1014 452 1018 494 Q1020 548 968 570 Q902 590 840 562 Q808 500 826 440 Z',
    ink.skin[1],
  ),
  line(
    'M928 452 Q990 450 1000 478 M924 488 Q988 486 1004 510 M930 524 Q984 526 992 542',
    SKIN_SHADE,
    6,
  ),
  line('M852 470 Q900 462 918 488 Q922 520 890 526', SKIN_SHADE, 6),
  line('M446 484 L520 432', ink.stone, 7),
  `<g transform="translate(512 438) rotate(-35)">${
    rect(0, -20, 34, 40, ink.leaf, 8) +
    rect(30, -26, 150, 52, ink.white, 12) +
    rect(44, -18, 120, 36, '#a3333d', 10) +
    rect(176, -30, 40, 60, ink.navySoft, 8)
  }</g>`,
  path('M1200 40 V290 L900 300 Q850 296 828 270 L846 150 Q868 120 930 110 Z', ink.white),
  path(
    'M870 138 Q780 140 722 184 Q640 230 606 276 Q596 300 620 308 Q650 300 690 276 L700 330 Q706 372 736 366 Q758 356 752 320 L776 302 Q840 300 872 292 Z',
    ink.shallow,
  ),
  line('M690 276 Q720 252 752 246 M752 320 Q748 296 762 280 M606 276 Q640 262 668 240', ink.sea, 6),
)

const listener = (x: number, y: number, skin: number, hair: number, shirt: string) =>
  circle(x, y - 74, 34, ink.hair[hair] ?? ink.navy) +
  path(`M${x - 62} ${y + 60} Q${x - 62} ${y - 36} ${x} ${y - 36} T${x + 62} ${y + 60} Z`, shirt) +
  circle(x - 34, y - 70, 7, ink.skin[skin] ?? ink.stone) +
  circle(x + 34, y - 70, 7, ink.skin[skin] ?? ink.stone)

const talk = scene(
  'talk',
  ground(ink.sky),
  rect(0, 560, 1200, 190, ink.navySoft),
  rect(430, 70, 620, 350, ink.navy, 10),
  rect(450, 90, 580, 310, ink.white, 4),
  ...Array.from({ length: 8 }, (_, n) =>
    at(
      510 + n * 66,
      330,
      0.66,
      standing(
        n === 4 ? 1 : 0,
        3,
        n === 4 ? ink.leaf : ink.shallow,
        n === 4 ? ink.leaf : ink.shallow,
      ),
    ),
  ),
  line('M560 130 H920', ink.deepSea, 14),
  at(250, 570, 1.35, standing(0, 0, ink.navySoft, ink.deepSea)),
  line('M300 330 L400 268', ink.navySoft, 26),
  circle(404, 264, 14, ink.skin[0]),
  path('M110 570 V420 H200 V570 Z', ink.wood),
  rect(96, 404, 118, 20, '#8d6e47', 4),
  listener(150, 690, 0, 0, ink.deepSea),
  listener(330, 700, 2, 2, ink.leaf),
  listener(510, 690, 1, 1, ink.light),
  listener(690, 700, 4, 2, ink.shallow),
  listener(870, 690, 3, 3, ink.stone),
  listener(1050, 700, 0, 0, ink.deepSea),
)

/** The patient lies on the table, legs first in the opening; the radiographer stands behind the table. */
const scanner = scene(
  'scanner',
  ground(ink.mist),
  rect(0, 590, 1200, 160, ink.stone),
  rect(120, 90, 250, 190, ink.sky, 10),
  rect(238, 90, 10, 190, ink.white),
  path('M720 90 H1080 Q1130 90 1130 140 V610 H720 Z', ink.white),
  rect(720, 560, 410, 50, ink.shallow),
  `<ellipse cx="720" cy="350" rx="150" ry="264" fill="${ink.sky}"/>`,
  `<ellipse cx="720" cy="350" rx="150" ry="264" fill="none" stroke="${ink.shallow}" stroke-width="8"/>`,
  `<ellipse cx="716" cy="350" rx="88" ry="158" fill="${ink.deepSea}"/>`,
  `<ellipse cx="724" cy="350" rx="66" ry="132" fill="${ink.navySoft}"/>`,
  circle(1040, 170, 12, ink.leaf),
  circle(1000, 170, 12, ink.light),
  at(330, 600, 1.3, standing(3, 1, ink.white, ink.deepSea)),
  // The table ends inside the opening.
  path('M130 428 H724 V470 H130 Q112 470 112 449 Q112 428 130 428 Z', ink.white),
  rect(330, 470, 150, 130, ink.shallow, 8),
  rect(300, 590, 210, 20, ink.deepSea, 8),
  rect(140, 398, 120, 32, ink.sky, 14),
  path('M286 428 V376 Q300 348 352 348 H560 Q640 360 724 372 V428 Z', ink.sea),
  line('M330 392 Q420 424 520 402', ink.deepSea, 22),
  circle(530, 400, 15, ink.skin[1]),
  path('M250 388 h46 v34 h-46 z', ink.skin[1]),
  circle(228, 374, 42, ink.skin[1]),
  path('M204 338 L216 324 L228 334 Z', ink.skin[1]),
  path('M190 392 Q180 352 208 336 Q196 372 210 412 Q196 408 190 392 Z', ink.hair[0]),
  circle(232, 348, 3.6, ink.navy),
  line('M258 350 Q264 356 262 364', ink.navy, 3),
)

const report = scene(
  'report',
  ground(ink.greenLight),
  path('M150 160 Q380 110 600 180 V640 Q380 570 150 620 Z', ink.white),
  path('M1050 160 Q820 110 600 180 V640 Q820 570 1050 620 Z', ink.sand),
  line('M600 180 V640', ink.stone, 5),
  ...[230, 280, 330, 380, 430, 480].map((y) =>
    line(`M210 ${y} Q380 ${y - 32} 540 ${y + 12}`, ink.stone, 12),
  ),
  ...[0, 1, 2, 3].map((n) =>
    rect(680 + n * 84, 500 - n * 66, 54, 60 + n * 66, n === 2 ? ink.leaf : ink.shallow, 4),
  ),
  line('M690 440 L790 372 L870 330 L960 240', ink.navy, 10),
  circle(960, 240, 15, ink.navy),
  line('M930 560 L1040 670', ink.wood, 34),
  circle(860, 490, 104, ink.navy),
  circle(860, 490, 84, 'rgba(230,238,248,0.85)'),
  rect(848, 424, 54, 130, ink.leaf, 4),
)

const fundraising = scene(
  'fundraising',
  ground(ink.sky),
  rect(0, 520, 1200, 230, ink.leafLight),
  path('M0 620 H1200 V700 H0 Z', ink.stone),
  bunting(40, 150, 600, 110),
  bunting(600, 110, 1160, 150),
  at(1110, 530, 1, tree(240)),
  line('M330 640 V250 M330 250 H600 M600 640 V250', ink.navy, 12),
  rect(330, 240, 270, 70, ink.navy, 6),
  ...Array.from({ length: 18 }, (_, n) =>
    rect(
      330 + Math.floor(n / 2) * 30,
      240 + ((Math.floor(n / 2) + n) % 2) * 35,
      30,
      35,
      n % 2 ? ink.navy : ink.white,
    ),
  ),
  at(470, 650, 1.1, standing(2, 2, ink.light, ink.deepSea)),
  line('M420 430 L360 360 M520 430 L580 360', ink.light, 22),
  rect(730, 520, 380, 20, ink.white, 4),
  path(
    'M730 540 H1110 V640 Q1090 620 1065 640 T1015 640 T965 640 T915 640 T865 640 T815 640 T765 640 L730 630 Z',
    ink.navySoft,
  ),
  ...[780, 900, 1020].map(
    (x, n) =>
      rect(x - 40, 470, 80, 50, n === 1 ? ink.wood : ink.light, 10) +
      rect(x - 40, 462, 80, 18, ink.white, 9) +
      circle(x, 456, 9, '#a3333d'),
  ),
  at(180, 660, 1.05, standing(0, 3, ink.leaf)),
)

const elderly = scene(
  'elderly',
  ground(ink.sky),
  circle(200, 150, 60, ink.light),
  path('M0 480 Q400 400 800 460 T1200 440 V750 H0 Z', ink.leafLight),
  at(860, 620, 1, tree(540)),
  at(430, 640, 1.5, sitting(0, 0, ink.navySoft)),
  `<g transform="translate(700 640) scale(-1.5 1.5)">${sitting(2, 0, ink.leaf)}</g>`,
  rect(330, 528, 470, 18, ink.wood, 6),
  line('M360 546 V650 M770 546 V650', ink.wood, 14),
  line('M600 470 V640', ink.navy, 8),
  path('M0 650 Q600 620 1200 650 V750 H0 Z', ink.leaf),
)

const envelope = (x: number, y: number, mark: string) =>
  rect(x, y, 300, 210, ink.white, 10) +
  line(`M${x + 6} ${y + 10} L${x + 150} ${y + 110} L${x + 294} ${y + 10}`, ink.stone, 6) +
  at(x + 150, y + 150, 1, mark)

const letters = scene(
  'letters',
  ground(ink.sand),
  circle(600, 375, 330, ink.mist),
  envelope(110, 300, circle(0, 0, 40, ink.leaf)),
  envelope(450, 240, path('M0 -44 L48 40 H-48 Z', '#d99a1c')),
  envelope(790, 300, rect(-38, -38, 76, 76, '#b3201a', 6)),
  line('M150 590 H1050', ink.stone, 10),
)

const phone = scene(
  'phone',
  ground(ink.mist),
  circle(600, 400, 320, ink.sky),
  path(
    'M360 750 Q360 560 430 500 L470 640 V750 Z M840 750 V640 Q880 520 850 470 Q800 460 780 520 L730 750 Z',
    ink.skin[3],
  ),
  rect(440, 90, 320, 600, ink.navy, 40),
  rect(462, 130, 276, 510, ink.white, 10),
  rect(462, 130, 276, 80, ink.deepSea, 10),
  line('M520 170 H680', ink.white, 16),
  line('M490 162 l-10 8 l10 8 M710 162 l10 8 l-10 8', ink.white, 5),
  ...Array.from({ length: 20 }, (_, n) =>
    rect(
      480 + (n % 5) * 50,
      236 + Math.floor(n / 5) * 62,
      38,
      46,
      n === 12 ? ink.leaf : ink.sky,
      6,
    ),
  ),
  line('M588 384 l8 9 l16 -20', ink.white, 6),
  rect(480, 510, 240, 50, ink.shallow, 12),
  rect(480, 576, 160, 30, ink.mist, 10),
)

export const health = [bloodTest, talk, scanner, report, fundraising, elderly, letters, phone]
