import { inflateSync } from 'node:zlib'

/** The characters of a font by the code of their glyph, in hexadecimal digits. */
type Font = { readonly digits: number; readonly glyphs: ReadonlyMap<number, string> }

/** A font by its ToUnicode map. The codes of a Type 3 font have two digits, of others four. */
function fontOf(map: string): Font {
  const glyphs = new Map<number, string>()
  const digits = /begincodespacerange\s+<(\w+)>/.exec(map)?.[1]?.length ?? 4
  const text = (hex: string) =>
    String.fromCharCode(...(hex.match(/.{4}/g) ?? []).map((one) => Number.parseInt(one, 16)))
  for (const [, lines = ''] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, glyph = '', to = ''] of lines.matchAll(/<(\w+)> <(\w+)>/g)) {
      glyphs.set(Number.parseInt(glyph, 16), text(to))
    }
  }
  for (const [, lines = ''] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const [, from = '', until = '', to = ''] of lines.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g)) {
      const [first, last] = [Number.parseInt(from, 16), Number.parseInt(until, 16)]
      for (let at = first; at <= last; at += 1) {
        glyphs.set(at, String.fromCharCode(Number.parseInt(to, 16) + at - first))
      }
    }
  }
  return { digits, glyphs }
}

/** The texts of the pages of a PDF that Chromium made, in the order in which they are drawn. */
export function pdfPages(pdf: Buffer): string[] {
  const source = pdf.toString('latin1')
  const objects = new Map(
    [...source.matchAll(/(\d+) 0 obj\s([\s\S]*?)endobj/g)].map(([, id = '', body = '']) => [
      id,
      body,
    ]),
  )
  const streamOf = (id = '') => {
    // No optional carriage return before endstream: Chromium writes none, and one in 256 streams ends with that byte.
    const [, stream = ''] = /stream\r?\n([\s\S]*?)\nendstream/.exec(objects.get(id) ?? '') ?? []
    return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')
  }
  const fonts = new Map<string, Font>()
  for (const [, name = '', id = ''] of source.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const [, map] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '') ?? []
    if (map !== undefined) fonts.set(name, fontOf(streamOf(map)))
  }
  return [...objects.values()]
    .filter((body) => /\/Type \/Page\b/.test(body))
    .map((body) => {
      const [, contents] = /\/Contents (\d+) 0 R/.exec(body) ?? []
      let font: Font | undefined
      let text = ''
      const steps = streamOf(contents).matchAll(/\/(F\d+) [\d.]+ Tf|(\[.*?\]|<\w+>) ?TJ?j?/g)
      for (const [, name, shown = ''] of steps) {
        if (name !== undefined) font = fonts.get(name)
        const hex = [...shown.matchAll(/<(\w+)>/g)].map(([, one = '']) => one).join('')
        const codes = hex.match(new RegExp(`.{${font?.digits ?? 4}}`, 'g')) ?? []
        text += codes.map((code) => font?.glyphs.get(Number.parseInt(code, 16)) ?? '').join('')
      }
      return text
    })
}
