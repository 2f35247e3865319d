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

/** A part of the body: where its label stands, and the point that it names. What to do is HTML beside the picture. */
type Label = [x: number, y: number, part: string, from: [number, number]]

const labels: Label[] = [
  [70, 400, 'Head', [520, 470]],
  [70, 640, 'Lungs', [560, 690]],
  [70, 860, 'Bowel', [565, 880]],
  [70, 1060, 'Testicles', [590, 968]],
  [860, 600, 'Heart', [630, 680]],
  [860, 790, 'Belly', [630, 820]],
  [860, 960, 'Prostate', [610, 935]],
  [860, 1190, 'Legs', [640, 1170]],
]

const notes = labels.map(([x, y, part, [toX, toY]]) => {
  const startX = x < 500 ? x + 250 : x - 24
  return [
    line(`M${startX} ${y - 18} L${toX} ${toY}`, ink.deepSea, 4),
    circle(toX, toY, 14, ink.light),
    words(part, x, y, 58, ink.navy, { anchor: 'start' }),
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
  ].join(''),
}

export const posters = [worldCancerDay, mensHealth]
