import type { Figure } from '#content/read/figure.ts'
import type { RichText, TextBlock } from '#content/read/rich-text.ts'

/** The plain text, its paragraphs joined by a space. */
export function plainTextOf(blocks: readonly TextBlock[]): string {
  return blocks.map(wordsOf).join(' ')
}

/** The headings of the first level in a text, for a list of contents. */
export function headingsOf(body: RichText): { text: string; anchor: string }[] {
  return body.flatMap((node) => {
    if (node._type !== 'block' || node.style !== 'h2' || node.anchor === undefined) return []
    return [{ text: wordsOf(node), anchor: node.anchor }]
  })
}

/** The picture of a text that consists of one picture containing text, such as a poster. */
export function posterOf(body: RichText): Figure | undefined {
  const [node, ...others] = body
  if (node?._type !== 'figure' || others.length > 0) return
  return node.figure.textVersion ? node.figure : undefined
}

function wordsOf(block: TextBlock): string {
  return block.children.map(({ text }) => text).join('')
}
