import { standing } from './figures.ts'
import { at, circle, ink, path, rect, words } from './ink.ts'
import { halyardSign } from './logos.ts'

/** The animated clip of the seminar page: no sound, all its text is in the captions. */
export const CLIP = {
  name: 'seminar-talk',
  width: 960,
  height: 540,
  seconds: 24,
  framesPerSecond: 12,
}

const SCENE_SECONDS = 6

/** Progress from 0 to 1 with easing of a movement that starts at `start` and lasts one second. */
function progress(time: number, start: number): number {
  const t = Math.min(Math.max(time - start, 0), 1)
  return t * t * (3 - 2 * t)
}

function fading(opacity: number, content: string): string {
  return `<g opacity="${opacity.toFixed(2)}">${content}</g>`
}

function caption(time: number, first: string, second: string): string {
  return (
    fading(progress(time, 0.4), words(first, 480, 420, 40, ink.white)) +
    fading(progress(time, 1.6), words(second, 480, 476, 30, ink.mist, { weight: 400 }))
  )
}

function silence(time: number): string {
  const audience = [0, 1, 2, 3, 4].map((n) => {
    const away = (1 - progress(time, n * 0.4)) * 300
    return at(
      200 + n * 140,
      340 + away,
      1,
      standing(n, n, n % 2 ? ink.sea : ink.deepSea, ink.navySoft),
    )
  })
  return (
    audience.join('') +
    caption(time, 'Men do not like to talk about this.', 'So we do the talking.')
  )
}

function plainSpeech(time: number): string {
  const lit = Math.floor(time * 2)
  const audience = Array.from({ length: 8 }, (_, n) => {
    const shirt = n === 5 && lit >= 5 ? ink.light : ink.sea
    return fading(
      n <= lit ? 1 : 0.2,
      at(130 + n * 100, 320, 0.85, standing(n, n, shirt, ink.navySoft)),
    )
  })
  return (
    audience.join('') +
    caption(
      time,
      'One man in eight. Plain words, a few jokes.',
      'What the PSA test can tell you, and what it cannot.',
    )
  )
}

function bubble(x: number, y: number, grown: number, fill: string): string {
  const shape = `${circle(0, -40, 62, fill)}${path('M-20 10 L-44 54 L24 16 Z', fill)}${words('?', 0, -16, 70, ink.navy)}`
  return grown > 0 ? at(x, y, grown, shape) : ''
}

function questions(time: number): string {
  const colours = [ink.light, ink.white, ink.leafLight, ink.shallow, ink.light]
  const bubbles = colours.map((fill, n) =>
    bubble(190 + n * 145, 240 + (n % 2) * 60, progress(time, n * 0.6), fill),
  )
  return bubbles.join('') + caption(time, 'Then your questions.', 'Every one of them.')
}

function invitation(time: number): string {
  const rise = (1 - progress(time, 0)) * 200
  return (
    at(480, 220 + rise, 1.7, halyardSign(ink.navySoft)) +
    caption(time, 'Ask for a talk', 'talks@halyard.example')
  )
}

const SCENES = [silence, plainSpeech, questions, invitation]

/** One frame as the body of an SVG; `time` is in seconds from the start of the clip. */
export function clipFrame(seconds: number): string {
  const index = Math.min(Math.floor(seconds / SCENE_SECONDS), SCENES.length - 1)
  const time = seconds - index * SCENE_SECONDS
  const scene = SCENES[index]?.(time) ?? ''
  const fade = Math.min(1, Math.min(time, SCENE_SECONDS - time) * 3)
  const ground = rect(0, 0, CLIP.width, CLIP.height, ink.navy)
  return ground + fading(index === SCENES.length - 1 ? 1 : fade, scene)
}
