import { boat, standing } from './figures.ts'
import { at, circle, type Drawing, ink, line, path, rect, words } from './ink.ts'

/** Initials on a patterned background, for invented people. */
function initials(
  id: string,
  letters: string,
  ground: string,
  pattern: (n: number) => string,
): Drawing {
  const marks = Array.from({ length: 36 }, (_, n) =>
    at(50 + (n % 6) * 100, 50 + Math.floor(n / 6) * 100, 1, pattern(n)),
  )
  const body = [
    rect(0, 0, 600, 600, ground),
    ...marks,
    circle(300, 300, 180, ink.white),
    words(letters, 300, 352, 150, ink.navy),
  ]
  return { name: `portrait-${id}`, width: 600, height: 600, body: body.join('') }
}

const waves = (stroke: string) => () => line('M-40 0 q20 -22 40 0 t40 0', stroke, 8)
const dots = (fill: string) => (n: number) => circle(0, 0, n % 2 ? 16 : 30, fill)
const flags = (fill: string) => () => path('M-26 -20 H26 L0 26 Z', fill)
const leaves = (fill: string) => () => path('M0 -36 Q34 0 0 36 Q-34 0 0 -36 Z', fill)
const rings = (stroke: string) => () =>
  line('M-28 0 a28 28 0 1 0 56 0 a28 28 0 1 0 -56 0', stroke, 8)
const planks = (fill: string) => (n: number) => rect(-46, -8, n % 2 ? 92 : 56, 16, fill, 8)

const team = [
  initials('osei-bright', 'MO', ink.deepSea, waves(ink.sea)),
  initials('tressider', 'CT', ink.leaf, flags('#469169')),
  initials('nandakumar', 'PN', ink.sea, dots('#5b9db8')),
  initials('farrimond', 'LF', ink.navySoft, leaves('#2b4c7d')),
  initials('abernethy', 'TA', ink.wood, planks('#b99a72')),
  initials('penhallick', 'DP', ink.shallow, rings('#a9d2e0')),
]

function story(id: string, ground: string, behind: string, person: string): Drawing {
  const body = rect(0, 0, 1200, 750, ground) + behind + at(600, 1100, 3.1, person)
  return { name: `story-${id}`, width: 1200, height: 750, body }
}

const books = Array.from({ length: 30 }, (_, n) => {
  const colours = [ink.navySoft, ink.leaf, ink.light, ink.sea, ink.white]
  const height = 130 + ((n * 37) % 50)
  const shelf = 240 * Math.floor(n / 10) + 220
  return rect(60 + (n % 10) * 112, shelf - height, 62, height, colours[n % 5] ?? ink.white, 4)
})
const shelves = [220, 460, 700].map((y) => rect(0, y, 1200, 22, ink.wood))

const stories = [
  story(
    'alan',
    ink.sky,
    circle(960, 170, 70, ink.light) +
      rect(0, 430, 1200, 320, ink.sea) +
      at(240, 480, 1.1, boat()) +
      at(980, 520, 1, boat(ink.navySoft, ink.light)),
    standing(0, 3, ink.navySoft),
  ),
  story('desmond', ink.mist, [...books, ...shelves].join(''), standing(2, 2, ink.leaf)),
  story(
    'gareth',
    ink.mist,
    [170, 1030]
      .map(
        (x) =>
          rect(x - 60, 60, 120, 690, ink.white) +
          rect(x - 90, 40, 180, 50, ink.light) +
          rect(x - 30, 90, 14, 660, ink.stone) +
          rect(x + 16, 90, 14, 660, ink.stone),
      )
      .join(''),
    standing(0, 0, ink.navy),
  ),
]

export const portraits = [...team, ...stories]
