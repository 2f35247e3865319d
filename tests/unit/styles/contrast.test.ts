import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const tokens = readFileSync(new URL('../../../src/styles/tokens.css', import.meta.url), 'utf8')
const colours = new Map(
  [...tokens.matchAll(/--([a-z-]+):\s*(#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]),
)

/** Relative luminance of WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [one, other]
    .map((name) => {
      const hex = colours.get(name)
      if (hex === undefined) throw new Error(`No colour token --${name}`)
      return luminance(hex)
    })
    .sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const pageGrounds = ['paper', 'sand', 'sand-deep', 'green-light', 'sky']

const bodyText = [
  ...pageGrounds.map((ground) => ['ink', ground]),
  ...['paper', 'sand', 'sand-deep', 'sky'].map((ground) => ['ink-soft', ground]),
  ['on-navy', 'navy'],
  ['on-navy', 'navy-soft'],
  ['on-navy-soft', 'navy'],
  ['green-ink', 'green-light'],
  ['good-ink', 'good-ground'],
  ['warn-ink', 'warn-ground'],
  ['bad-ink', 'bad-ground'],
  ['link', 'paper'],
]

const otherText = [
  ...pageGrounds.map((ground) => ['link', ground]),
  ...pageGrounds.map((ground) => ['link-hover', ground]),
  ...pageGrounds.map((ground) => ['navy', ground]),
  ['action-ink', 'action'],
  ['action-ink', 'action-hover'],
  ['bad', 'paper'],
  ['on-navy', 'ink-soft'],
]

/** Borders, bars and buttons against their background. */
const shapes = [
  ...['paper', 'sand', 'sky'].map((ground) => ['line-strong', ground]),
  ['action', 'navy'],
  ['good', 'good-ground'],
  ['warn', 'warn-ground'],
  ['bad', 'bad-ground'],
  ['green-light', 'navy'],
]

describe('the colour tokens', () => {
  it.each(bodyText)('look: body text --%s on --%s reaches AAA', (text = '', ground = '') => {
    expect(contrast(text, ground)).toBeGreaterThanOrEqual(7)
  })

  it.each(otherText)('look: --%s on --%s reaches AA', (text = '', ground = '') => {
    expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(shapes)('look: --%s has enough contrast with --%s', (shape = '', ground = '') => {
    expect(contrast(shape, ground)).toBeGreaterThanOrEqual(3)
  })

  it.each([...pageGrounds, 'navy', 'action'])(
    'look: one of the focus rings is visible on --%s',
    (ground) => {
      const rings = ['focus-inner', 'focus-outer'].map((ring) => contrast(ring, ground))
      expect(Math.max(...rings)).toBeGreaterThanOrEqual(3)
    },
  )

  it('look: every colour token is part of a pair or only a divider', () => {
    const covered = new Set([...bodyText, ...otherText, ...shapes].flat())
    const dividers = ['line', 'line-on-navy', 'focus-inner', 'focus-outer']
    const missing = [...colours.keys()].filter(
      (name) => name !== undefined && !covered.has(name) && !dividers.includes(name),
    )
    expect(missing).toEqual([])
  })
})
