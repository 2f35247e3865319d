import type { RichText } from '#content/rich-text.ts'

/**
 * A text as it stands inside a card: its headings are below the card's own, and have no ids, since the texts of several
 * entries on one page could share one.
 */
export function cardText(body: RichText): RichText {
  return body.map((node) => {
    if (node._type !== 'block' || node.style === 'normal') return node
    const { anchor: _anchor, ...block } = node
    return { ...block, style: 'h3' }
  })
}
