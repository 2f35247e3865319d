import { standing } from './figures.ts'
import { at, circle, type Drawing, ink, line, path, rect, words } from './ink.ts'
import { halyardSign } from './logos.ts'

const row = Array.from({ length: 8 }, (_, n) => {
  const shirt = n === 5 ? ink.light : ink.sea
  return at(120 + n * 108, 640, 0.98, standing(n, n, shirt, n === 5 ? ink.white : ink.deepSea))
})

const worldCancerDay: Drawing = {
  name: 'world-cancer-day',
  width: 1000,
  height: 1414,
  body: [
    rect(0, 0, 1000, 1414, ink.navy),
    words('World Cancer Day', 60, 130, 64, ink.light, { anchor: 'start' }),
    words('4 February', 60, 200, 44, ink.white, { anchor: 'start', weight: 400 }),
    rect(0, 270, 1000, 400, ink.navySoft),
    ...row,
    words('One man in eight', 60, 780, 84, ink.white, { anchor: 'start' }),
    words('develops prostate cancer.', 60, 860, 60, ink.white, { anchor: 'start' }),
    words('Do you know your risk?', 60, 940, 60, ink.light, { anchor: 'start' }),
    words('Talk to your father. Talk to your brothers.', 60, 1030, 38, ink.white, {
      anchor: 'start',
      weight: 400,
    }),
    words('Black men, and men with cancer in the family:', 60, 1084, 38, ink.white, {
      anchor: 'start',
      weight: 400,
    }),
    words('start by 45 at the latest.', 60, 1134, 38, ink.white, { anchor: 'start', weight: 400 }),
    words('All men aged 40 to 80: ask about a PSA test.', 60, 1188, 38, ink.white, {
      anchor: 'start',
      weight: 400,
    }),
    rect(0, 1240, 1000, 174, ink.sky),
    at(110, 1322, 0.8, halyardSign()),
    words('It is a blood test. It takes ten minutes.', 220, 1310, 36, ink.navy, {
      anchor: 'start',
    }),
    words('Halyard Men’s Health · 01632 960 117', 220, 1362, 32, ink.navy, {
      anchor: 'start',
      weight: 400,
    }),
  ].join(''),
}

type Advice = [x: number, y: number, part: string, lines: string[], from: [number, number]]

const advice: Advice[] = [
  [60, 380, 'Head', ['Talk to someone.', 'Sleep seven hours.'], [560, 450]],
  [60, 600, 'Lungs', ['Stop smoking. With help', 'it is four times easier.'], [560, 690]],
  [60, 840, 'Bowel', ['At 50 and over, do the', 'test that comes by post.'], [565, 880]],
  [60, 1090, 'Testicles', ['Check once a month.', 'A new lump? See your GP.'], [590, 968]],
  [
    815,
    460,
    'Heart',
    ['Know your blood', 'pressure. From 40, have', 'the NHS Health Check.'],
    [630, 680],
  ],
  [
    815,
    720,
    'Belly',
    ['Waist over 37 inches?', 'Time to act. At most', '14 units a week.'],
    [630, 820],
  ],
  [815, 970, 'Prostate', ['From 40, know your risk:', 'one man in eight.'], [610, 935]],
  [815, 1190, 'Legs', ['Walk briskly for', '20 minutes a day.'], [640, 1170]],
]

const notes = advice.map(([x, y, part, lines, [toX, toY]]) => {
  const startX = x < 500 ? x + 322 : x - 14
  return [
    line(`M${startX} ${y + 14} L${toX} ${toY}`, ink.shallow, 4),
    circle(toX, toY, 12, ink.light),
    words(part, x, y, 42, ink.navy, { anchor: 'start' }),
    ...lines.map((text, n) =>
      words(text, x, y + 46 + n * 38, 29, ink.navySoft, { anchor: 'start', weight: 400 }),
    ),
  ].join('')
})

const mensHealth: Drawing = {
  name: 'mens-health',
  width: 1200,
  height: 1600,
  body: [
    rect(0, 0, 1200, 1600, ink.sand),
    rect(0, 0, 1200, 190, ink.navy),
    words('Your health, deck by deck', 600, 122, 72, ink.white),
    at(600, 1360, 3.7, standing(1, 0, ink.sea, ink.deepSea)),
    path('M0 1376 q100 -40 200 0 t200 0 t200 0 t200 0 t200 0 t200 0 V1600 H0 Z', ink.shallow),
    ...notes,
    words('One man in five dies before he is 65.', 600, 1482, 44, ink.navy),
    words('Small things, done often, change that.', 600, 1542, 38, ink.navy, { weight: 400 }),
  ].join(''),
}

export const posters = [worldCancerDay, mensHealth]
