import { boat, bunting, cloud, group, hall, ripples, sitting, standing, tree } from './figures.ts'
import { at, circle, type Drawing, ink, line, path, rect } from './ink.ts'

const WIDTH = 1200
const HEIGHT = 750

function scene(name: string, ...body: string[]): Drawing {
  return { name, width: WIDTH, height: HEIGHT, body: body.join('') }
}

const sky = rect(0, 0, WIDTH, HEIGHT, ink.sky)
const wall = (fill: string, floor: string) =>
  rect(0, 0, WIDTH, HEIGHT, fill) + rect(0, 600, WIDTH, 150, floor)

const communityHall = scene(
  'community-hall',
  sky,
  circle(1010, 150, 64, ink.light),
  at(220, 130, 1, cloud()),
  path('M0 470 Q300 380 640 450 T1200 420 V750 H0 Z', ink.leafLight),
  at(90, 560, 1, tree(230)),
  at(1120, 560, 1, tree(260)),
  at(560, 570, 1.25, hall(ink.white, ink.deepSea)),
  bunting(250, 250, 560, 210),
  bunting(560, 210, 870, 250),
  path('M0 570 H1200 V750 H0 Z', ink.stone),
  path('M500 570 H620 L700 750 H420 Z', ink.sand),
  group([
    [330, 690, 1, 0, ink.navySoft],
    [430, 680, 0, 3, ink.leaf],
    [720, 690, 2, 2, ink.light],
    [820, 680, 3, 1, ink.shallow],
    [930, 690, 4, 0, ink.deepSea],
  ]),
)

const column = (x: number) =>
  rect(x - 46, 130, 92, 40, ink.light) +
  rect(x - 34, 170, 68, 420, ink.white) +
  rect(x - 22, 170, 8, 420, ink.stone) +
  rect(x + 4, 170, 8, 420, ink.stone) +
  rect(x - 50, 580, 100, 30, ink.light)

const chair = (x: number, y: number) =>
  rect(x - 26, y - 96, 52, 60, ink.deepSea, 6) +
  rect(x - 30, y - 40, 60, 12, ink.navySoft, 4) +
  line(`M${x - 24} ${y - 28} V${y} M${x + 24} ${y - 28} V${y}`, ink.navy, 6)

const lodge = scene(
  'lodge',
  wall(ink.mist, ink.navySoft),
  rect(0, 100, WIDTH, 30, ink.white),
  path('M360 600 V300 A240 240 0 0 1 840 300 V600 Z', ink.navySoft),
  path('M410 600 V310 A190 190 0 0 1 790 310 V600 Z', ink.deepSea),
  circle(600, 270, 44, ink.light),
  line(
    'M600 190 V166 M600 350 V374 M520 270 H496 M680 270 H704 M544 214 L527 197 M656 326 L673 343 M656 214 L673 197 M544 326 L527 343',
    ink.light,
    8,
  ),
  column(250),
  column(950),
  ...[0, 1, 2, 3, 4].map((n) => rect(n * 240, 640, 120, 110, ink.white)),
  ...[440, 520, 600, 680, 760].map((x) => chair(x, 690)),
  ...[110, 1090].map((x) => chair(x, 690)),
)

/** A desk, 260 wide, from the front. Draw the person at it first. */
const desk = (x: number, y: number) =>
  rect(x - 130, y - 96, 260, 16, ink.wood, 4) +
  rect(x - 118, y - 80, 236, 62, '#c3a57d', 4) +
  line(`M${x - 112} ${y - 20} V${y} M${x + 112} ${y - 20} V${y}`, ink.navy, 8) +
  rect(x - 62, y - 180, 124, 76, ink.stone, 6) +
  rect(x - 12, y - 108, 24, 14, ink.stone)

/** A patient on a chair with one arm on a table, and a nurse. */
const testAtWork =
  at(700, 690, 1.45, sitting(1, 3, ink.leaf)) +
  line('M700 460 L760 540', ink.leaf, 34) +
  line('M760 540 L862 552', ink.skin[1], 26) +
  circle(872, 552, 17, ink.skin[1]) +
  at(1010, 690, 1.35, standing(2, 2, ink.white, ink.deepSea)) +
  line('M966 430 L920 530', ink.white, 26) +
  circle(914, 540, 14, ink.skin[2]) +
  rect(780, 566, 200, 16, ink.wood, 4) +
  line('M800 582 V690 M960 582 V690', ink.navy, 8) +
  [930, 950]
    .map((x) => rect(x, 526, 12, 40, '#a3333d', 5) + rect(x - 2, 518, 16, 12, ink.leaf, 4))
    .join('')

const office = scene(
  'office',
  wall(ink.sand, ink.stone),
  ...[70, 360, 650, 940].map(
    (x) =>
      rect(x, 60, 200, 320, ink.shallow, 6) +
      path(`M${x} 300 q60 -60 110 -20 t90 -10 V380 H${x} Z`, ink.leafLight) +
      rect(x + 96, 60, 8, 320, ink.white) +
      rect(x, 210, 200, 8, ink.white),
  ),
  at(170, 690, 1.15, standing(0, 3, ink.navySoft)),
  desk(170, 690),
  at(470, 690, 1.15, standing(4, 2, ink.light)),
  desk(470, 690),
  testAtWork,
  rect(1120, 570, 60, 120, ink.navySoft, 8),
  at(1150, 580, 0.8, tree(190)),
)

const football = scene(
  'football',
  sky,
  at(900, 120, 1.2, cloud()),
  path('M0 420 Q400 360 1200 410 V750 H0 Z', ink.leafLight),
  at(360, 470, 0.95, hall(ink.white, ink.navy)),
  at(720, 470, 1, tree(180)),
  rect(0, 468, WIDTH, 282, ink.leaf),
  ...[0, 2, 4].map((n) => rect(n * 240, 468, 240, 282, '#38895f')),
  line('M0 520 H1200 M600 520 V750', ink.white, 6),
  line('M860 640 V410 H1110 V640', ink.white, 12),
  line(
    'M860 440 L1110 440 M860 490 H1110 M860 540 H1110 M860 590 H1110 M910 410 V640 M960 410 V640 M1010 410 V640 M1060 410 V640',
    ink.mist,
    2,
  ),
  circle(700, 668, 26, ink.white),
  path('M700 652 l15 11 -6 18 h-18 l-6 -18 z', ink.navy),
  at(250, 700, 0.95, standing(3, 1, ink.light, ink.navy)),
  at(350, 690, 0.95, standing(4, 2, ink.light, ink.navy)),
)

const golf = scene(
  'golf',
  sky,
  circle(190, 150, 60, ink.light),
  at(560, 110, 1, cloud()),
  path('M0 400 Q340 280 720 380 T1200 340 V750 H0 Z', ink.leafLight),
  at(320, 430, 0.6, hall(ink.white, ink.navySoft)),
  at(150, 450, 1, tree(170)),
  at(520, 440, 1, tree(140)),
  path('M0 460 Q500 400 1200 470 V750 H0 Z', ink.leaf),
  `<ellipse cx="800" cy="600" rx="330" ry="90" fill="${ink.leafLight}"/>`,
  `<ellipse cx="300" cy="660" rx="170" ry="44" fill="${ink.light}"/>`,
  line('M860 600 V300', ink.white, 9),
  path('M864 304 L1000 346 L864 390 Z', ink.navy),
  `<ellipse cx="860" cy="602" rx="26" ry="9" fill="${ink.navy}"/>`,
  circle(760, 622, 12, ink.white),
  at(640, 660, 1, standing(0, 0, ink.deepSea, ink.sand)),
  line('M682 546 L716 650', ink.navy, 6),
)

const walk = scene(
  'walk',
  sky,
  circle(960, 160, 72, ink.light),
  at(300, 140, 1.1, cloud()),
  rect(0, 400, WIDTH, 350, ink.sea),
  ripples(WIDTH, 430, 3, ink.shallow),
  at(980, 470, 0.7, boat()),
  path('M0 560 Q420 330 800 460 T1200 640 V750 H0 Z', ink.leaf),
  path('M0 640 Q400 470 760 560 T1200 700 V750 H0 Z', ink.leafLight),
  at(330, 560, 1, standing(0, 3, ink.navySoft)),
  at(450, 556, 1, standing(2, 2, ink.light)),
  at(570, 562, 1, standing(1, 0, ink.white)),
  line('M386 450 L400 566', ink.wood, 7),
  at(90, 600, 1, tree(200)),
)

const van = scene(
  'van',
  sky,
  circle(220, 150, 66, ink.light),
  at(800, 120, 1.1, cloud()),
  rect(0, 330, WIDTH, 240, ink.sea),
  ripples(WIDTH, 370, 3, ink.shallow),
  at(1020, 420, 0.6, boat(ink.navySoft, ink.light)),
  path('M0 520 Q300 440 600 520 T1200 500 V750 H0 Z', ink.leafLight),
  rect(0, 600, WIDTH, 150, ink.navySoft),
  line('M40 676 H160 M280 676 H400 M520 676 H640 M760 676 H880 M1000 676 H1120', ink.stone, 8),
  path(
    'M340 620 V380 Q340 350 372 350 H760 Q796 350 816 384 L880 480 Q900 492 900 520 V620 Z',
    ink.white,
  ),
  path('M772 384 Q792 384 804 402 L846 474 H740 V384 Z', ink.shallow),
  path('M520 400 Q600 470 590 540 H520 Z', ink.deepSea),
  path('M506 410 Q460 480 466 540 H506 Z', ink.shallow),
  path('M440 552 H620 Q604 584 578 584 H478 Q452 578 440 552 Z', ink.navy),
  rect(340, 606, 560, 18, ink.navy),
  ...[450, 780].map((x) => circle(x, 622, 54, ink.navy) + circle(x, 622, 24, ink.stone)),
)

export const places = [communityHall, lodge, office, football, golf, walk, van]
