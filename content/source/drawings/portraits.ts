import { bustAt, type Face } from './faces.ts'
import { boat } from './figures.ts'
import { at, circle, type Drawing, ink, rect } from './ink.ts'

/** Head and shoulders of an invented person before a wall with soft light, cropped as a photograph would be. */
function portrait(id: string, [wall, light]: readonly [string, string], face: Face): Drawing {
  const body = [
    rect(0, 0, 600, 600, wall),
    circle(470, 120, 210, light),
    circle(90, 430, 150, light),
    bustAt(300, 700, 1.22, face),
  ]
  return { name: `portrait-${id}`, width: 600, height: 600, body: body.join('') }
}

const WALLS = {
  sky: [ink.mist, ink.sky],
  green: [ink.leafLight, ink.greenLight],
  sand: [ink.stone, ink.sand],
} as const

const team = [
  portrait('osei-bright', WALLS.sky, {
    tone: 'dark',
    hair: 'curls',
    hairColour: '#2a2220',
    clothes: 'jacket',
    colours: [ink.deepSea, ink.sand],
    earrings: true,
  }),
  portrait('tressider', WALLS.sand, {
    tone: 'pale',
    hair: 'short',
    hairColour: '#8a4b2a',
    clothes: 'shirt',
    colours: [ink.sky, ink.shallow],
    eyes: '#3f6d86',
    beard: 'full',
  }),
  portrait('nandakumar', WALLS.green, {
    tone: 'brown',
    hair: 'long',
    hairColour: '#1e1a1a',
    clothes: 'jumper',
    colours: [ink.leaf, ink.leafLight],
  }),
  portrait('farrimond', WALLS.sky, {
    tone: 'olive',
    hair: 'bob',
    hairColour: '#4b3a2e',
    clothes: 'shirt',
    colours: [ink.sand, ink.stone],
    glasses: true,
  }),
  portrait('abernethy', WALLS.green, {
    tone: 'rosy',
    hair: 'receding',
    hairColour: '#8f8f8c',
    clothes: 'suit',
    colours: [ink.navySoft, ink.leaf],
    eyes: '#3f6d86',
    glasses: true,
    lines: true,
  }),
  portrait('penhallick', WALLS.sand, {
    tone: 'rosy',
    hair: 'bun',
    hairColour: '#b9b4ac',
    clothes: 'tunic',
    colours: [ink.deepSea, ink.sea],
    eyes: '#4d6b4a',
    lines: true,
  }),
]

function story(id: string, ground: string, behind: string, face: Face): Drawing {
  const body = rect(0, 0, 1200, 750, ground) + behind + bustAt(600, 800, 1.42, face)
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
    {
      tone: 'rosy',
      hair: 'cropped',
      hairColour: '#8f8f8c',
      clothes: 'jumper',
      colours: [ink.navySoft, ink.navy],
      eyes: '#3f6d86',
      lines: true,
    },
  ),
  story('desmond', ink.mist, [...books, ...shelves].join(''), {
    tone: 'dark',
    hair: 'cropped',
    hairColour: '#1e1a1a',
    clothes: 'shirt',
    colours: [ink.leaf, '#469169'],
  }),
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
    {
      tone: 'pale',
      hair: 'bald',
      hairColour: '#e4e4e0',
      clothes: 'suit',
      colours: [ink.navy, ink.deepSea],
      eyes: '#3f6d86',
      beard: 'moustache',
      lines: true,
    },
  ),
]

export const portraits = [...team, ...stories]
