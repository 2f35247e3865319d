import type { RichText } from '#content/read/rich-text.ts'

/**
 * A text inside a card: its headings are below the card's, and have no ids, because the texts of several entries on one
 * page could have the same.
 */
export function cardText(body: RichText): RichText {
  return body.map((node) => {
    if (node._type !== 'block' || node.style === 'normal') return node
    const { anchor: _anchor, ...block } = node
    return { ...block, style: 'h3' }
  })
}
