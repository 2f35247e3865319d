import { renderUnicodeCompact } from 'uqr'
import { formatLongDate, type IsoDate } from '#core/rules/time.ts'
import { QR_BORDER, qrCode } from '#core/server/qr-code.ts'
import { escapeHtml } from '#core/texts/escape-html.ts'
import { accessCodeLink } from '#events/rules/access-code.ts'

/** The content of a card for the guests of a private event. Nothing that the site withholds: cards get lost. */
export type AccessCard = {
  readonly eventId: number
  readonly name: string
  readonly date: IsoDate
  readonly city: string | undefined
  readonly code: string
}

const whenAndWhere = ({ date, city }: AccessCard) =>
  [formatLongDate(date), city].filter((part) => part !== undefined).join(', ')

/** The card for a terminal. */
export function cardText(card: AccessCard, siteUrl: string): string {
  const link = accessCodeLink(siteUrl, card.eventId, card.code)
  return [
    card.name,
    whenAndWhere(card),
    `Access code: ${card.code}`,
    link,
    renderUnicodeCompact(link, { border: QR_BORDER }),
    '',
  ].join('\n')
}

const SHEET =
  'body{font:16px/1.5 sans-serif;margin:2cm;color:#000;background:#fff}h1{font-size:1.5rem;margin:0}.code{font:700 1.75rem/1.5 monospace}svg{width:6cm;height:6cm}a{color:inherit;word-break:break-all}'

/** The card as one HTML file to print, without anything from outside. */
export function cardHtml(card: AccessCard, siteUrl: string): string {
  const link = accessCodeLink(siteUrl, card.eventId, card.code)
  const { viewBox, path } = qrCode(link)
  return `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>${escapeHtml(card.name)}</title><style>${SHEET}</style></head>
<body><h1>${escapeHtml(card.name)}</h1>
<p>${escapeHtml(whenAndWhere(card))}</p>
<p>Access code<br><span class="code">${escapeHtml(card.code)}</span></p>
<p>To book, point the camera of a telephone at the square, or open:<br><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>
<svg viewBox="${viewBox}" shape-rendering="crispEdges"><path d="${path}"/></svg>
</body></html>
`
}
