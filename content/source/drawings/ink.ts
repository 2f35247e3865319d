/** The colours of all drawings: the navy and greens of the site, sea colours and a warm light, but not the orange of buttons. */
export const ink = {
  navy: '#0b1f3d',
  navySoft: '#17345f',
  deepSea: '#1f5673',
  sea: '#3f86a3',
  shallow: '#8fc1d2',
  mist: '#d3e6ee',
  sky: '#e6eef8',
  sand: '#f8f5ef',
  stone: '#d9d2c4',
  wood: '#a9865c',
  light: '#f3d487',
  leaf: '#2f7d57',
  leafLight: '#a9d3b6',
  greenLight: '#dcefe0',
  white: '#ffffff',
  skin: ['#f2cfae', '#c98f63', '#8a5a3b', '#e3b489', '#5f3c28'],
  hair: ['#d8d8d6', '#4b3a2e', '#1e1a1a', '#9b9b98'],
} as const

/** A picture of the dataset: drawn as SVG, stored as PNG in `content/images/{name}.png`. */
export type Drawing = { name: string; width: number; height: number; body: string }

export function toSvg({ width, height, body }: Drawing): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`
}

export function rect(x: number, y: number, w: number, h: number, fill: string, radius = 0): string {
  return `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${radius}" fill="${fill}"/>`
}

export function circle(x: number, y: number, r: number, fill: string): string {
  return `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`
}

export function path(d: string, fill: string): string {
  return `<path d="${d}" fill="${fill}"/>`
}

export function line(d: string, stroke: string, width: number): string {
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
}

export function at(x: number, y: number, scale: number, content: string): string {
  return `<g transform="translate(${x} ${y}) scale(${scale})">${content}</g>`
}

/** Text in a drawing, in the typeface of the site. `anchor` is the end of the line that is at x. */
export function words(
  text: string,
  x: number,
  y: number,
  size: number,
  fill: string,
  { weight = 700, anchor = 'middle' }: { weight?: number; anchor?: 'start' | 'middle' } = {},
): string {
  const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<text x="${x}" y="${y}" font-family="SourceSans" font-size="${size}" font-weight="${weight}" text-anchor="${anchor}" fill="${fill}">${safe}</text>`
}
