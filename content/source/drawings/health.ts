import { bunting, sitting, standing, tree } from './figures.ts'
import { at, circle, type Drawing, ink, line, path, rect, words } from './ink.ts'

function scene(name: string, ...body: string[]): Drawing {
  return { name, width: 1200, height: 750, body: body.join('') }
}

const ground = (fill: string) => rect(0, 0, 1200, 750, fill)

const bloodTest = scene(
  'blood-test',
  ground(ink.mist),
  circle(260, 180, 210, ink.sky),
  circle(980, 600, 260, ink.sky),
  path(
    'M0 470 Q240 420 520 430 L760 452 Q830 462 836 502 Q836 548 770 552 L500 584 Q240 640 0 660 Z',
    ink.skin[1],
  ),
  path('M800 470 q70 -20 130 0 q40 14 40 34 q0 20 -40 30 q-70 18 -140 6 z', ink.skin[1]),
  path('M210 434 L300 424 L316 612 L226 626 Z', ink.deepSea),
  path('M250 430 L264 428 L280 616 L266 620 Z', ink.shallow),
  circle(470, 506, 20, ink.white),
  line('M470 506 L610 400', ink.stone, 6),
  rect(600, 262, 52, 150, ink.white, 22),
  rect(600, 322, 52, 90, '#a3333d', 22),
  rect(592, 246, 68, 30, ink.leaf, 8),
  path(
    'M640 330 Q730 270 860 240 L1200 150 V330 L930 372 Q780 400 690 404 Q640 398 640 330 Z',
    ink.shallow,
  ),
  path('M650 300 Q640 250 690 244 Q740 244 780 268 L740 330 Z', ink.shallow),
  path('M960 214 L1200 150 V330 L1000 364 Z', ink.white),
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
  words('1 in 8', 740, 140, 46, ink.navy),
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

const scanner = scene(
  'scanner',
  ground(ink.mist),
  rect(0, 590, 1200, 160, ink.stone),
  rect(520, 80, 480, 530, ink.white, 60),
  circle(760, 330, 190, ink.shallow),
  circle(760, 330, 140, ink.deepSea),
  rect(120, 400, 640, 34, ink.white, 16),
  rect(160, 434, 60, 160, ink.stone, 6),
  rect(420, 434, 60, 160, ink.stone, 6),
  path('M230 396 Q250 340 320 344 H620 Q660 350 664 396 Z', ink.navySoft),
  circle(700, 368, 34, ink.skin[1]),
  path('M690 336 q44 0 44 40 q-20 -20 -44 -40z', ink.hair[0]),
  circle(900, 160, 12, ink.leaf),
  circle(860, 160, 12, ink.light),
  at(300, 690, 1.1, standing(3, 1, ink.white, ink.deepSea)),
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
  words('FINISH', 465, 290, 46, ink.white),
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
  words('NOVEMBER', 600, 182, 36, ink.white),
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
