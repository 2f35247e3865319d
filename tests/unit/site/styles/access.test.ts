import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { colours, contrast, tokens } from '#tests/unit/site/styles/colours.ts'

const sheets = globSync('src/site/styles/**/*.css').map((file) =>
  readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, ''),
)
const rules = sheets.flatMap((sheet) =>
  [...sheet.matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
    selector: selector.trim().replaceAll(/\s+/g, ' '),
    body,
  })),
)
const bodyOf = (selector: string, property: string) =>
  rules.find((rule) => rule.selector === selector && rule.body.includes(property))?.body ?? ''
const selectorsWith = (pattern: RegExp) =>
  rules.filter(({ body }) => pattern.test(body)).map(({ selector }) => selector)
/** The block of a media query, up to the first brace at the start of a line. */
const media = (query: string) =>
  sheets
    .flatMap((sheet) => sheet.split('@media ').slice(1))
    .filter((part) => part.startsWith(query))
    .map((part) => part.split(/\n\}/)[0] ?? '')

describe('the style sheets', () => {
  it('SITE-14 take the focus ring from no element except the main region, which is no control', () => {
    const without = selectorsWith(
      /outline(-style|-width)?:\s*(none|0)|outline(-color)?:[^;]*transparent/,
    )
    expect(without).toEqual(['main:focus'])
  })

  it('SITE-14 draw a focus ring of two colours, each at least 3 pixels wide', () => {
    const ring = bodyOf(':focus-visible', 'outline:')
    const outer = /outline: (\d+)px solid var\(--focus-outer\)/.exec(ring)?.[1]
    const inner = /box-shadow: 0 0 0 (\d+)px var\(--focus-inner\)/.exec(ring)?.[1]
    expect(Number(outer)).toBeGreaterThanOrEqual(3)
    expect(Number(inner)).toBeGreaterThanOrEqual(3)
  })

  it('SITE-14 change the order only of parts that are read alone', () => {
    const moved = selectorsWith(/(^|[\s;])order:(?!\s*0;)|(row|column)-reverse/)
    expect(moved.toSorted()).toEqual([
      '.article__aside',
      '.beside--flip > :last-child',
      '.columns--aside-early > aside',
      '.expandable__more::details-content',
    ])
  })

  it('SITE-14 give sizes of text and lines in units that grow with the text', () => {
    const sizes = rules.flatMap(({ selector, body }) =>
      [...body.matchAll(/(?:^|[\s;])(font-size|line-height|font):\s*([^;]+)/g)].map(
        ([, property, value]) => `${selector} ${property}: ${value}`,
      ),
    )
    expect(sizes.length).toBeGreaterThan(20)
    expect(sizes.filter((size) => /\dpx|\d(pt|vw)$/.test(size))).toEqual(['body font-size: 11pt'])
    expect(media('print').join('')).toContain('11pt')
  })

  it('SITE-14 hide text for the eye only, not from screen readers', () => {
    const hidden = bodyOf('.visually-hidden', 'clip-path')
    expect(hidden).toMatch(/clip-path: inset\(50%\)/)
    expect(hidden).not.toMatch(/display:|visibility:/)
  })

  it('SITE-14 make targets at least 44 pixels high', () => {
    const [, rem] = /--target: ([\d.]+)rem/.exec(tokens) ?? []
    expect(Number(rem) * 16).toBeGreaterThanOrEqual(44)
    for (const selector of ['.button', '.header-button', '.input'])
      expect(bodyOf(selector, 'min-block-size')).toMatch(
        /min-block-size: (var\(--target\)|[3-9][\d.]*rem)/,
      )
  })

  it('SITE-14 stop every movement for visitors who ask for less', () => {
    const reduced = media('(prefers-reduced-motion: reduce)').join('')
    expect(reduced).toMatch(/\*,\s+\*::before,\s+\*::after \{/)
    for (const stopped of ['scroll-behavior: auto', 'transition: none', 'animation: none'])
      expect(reduced).toContain(stopped)
    // Otherwise a rule of a component could win.
    expect(sheets.filter((sheet) => sheet.includes('!important'))).toEqual([])
  })

  it('SITE-14 leave the colours to the system in forced colours, except those of shapes and chosen items', () => {
    const own = rules.filter(({ body }) => body.includes('forced-color-adjust: none'))
    expect(own.length).toBeGreaterThan(3)
    for (const { selector, body } of own)
      if (!/::(before|after)$|__shape$/.test(selector))
        expect(body, selector).toMatch(/(background|color): (Highlight|ButtonFace)/)
  })

  it('SITE-14 keep the contrast of text on its ground, hover included', () => {
    const pairs = rules.flatMap(({ selector, body }) => {
      const text = /(?:^|[\s;])color: var\(--([a-z-]+)\)/.exec(body)?.[1]
      const ground = /background(?:-color)?: var\(--([a-z-]+)\)/.exec(body)?.[1]
      return text && ground && colours.has(text) && colours.has(ground)
        ? [{ selector, contrast: contrast(text, ground) }]
        : []
    })
    expect(pairs.filter(({ selector }) => selector.includes(':hover')).length).toBeGreaterThan(3)
    expect(pairs.filter((pair) => pair.contrast < 4.5)).toEqual([])
  })

  it('SITE-14 underline links within text', () => {
    expect(bodyOf('a', 'color:')).not.toContain('text-decoration: none')
    const plain = selectorsWith(/text-decoration(-line)?: none/)
    // Menus, buttons, tiles and headings: what they are shows in another way.
    expect(plain.filter((selector) => /(^|\s)(a|:any-link)$/.test(selector)).toSorted()).toEqual([
      '.contact-lines a',
      '.menu__list a',
      '.nav__sub a',
    ])
  })
})
