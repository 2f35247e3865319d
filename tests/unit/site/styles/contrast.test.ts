import { describe, expect, it } from 'vitest'
import { colours, contrast } from '#tests/unit/site/styles/colours.ts'

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
