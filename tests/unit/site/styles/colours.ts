import { readFileSync } from 'node:fs'

export const tokens = readFileSync(
  new URL('../../../../src/site/styles/tokens.css', import.meta.url),
  'utf8',
)
/** The colour tokens by name. */
export const colours = new Map(
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

/** The contrast of two colour tokens by WCAG 2.2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [one, other]
    .map((name) => {
      const hex = colours.get(name)
      if (hex === undefined) throw new Error(`No colour token --${name}`)
      return luminance(hex)
    })
    .sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}
