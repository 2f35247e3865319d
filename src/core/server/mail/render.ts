import { Fragment, createElement as h, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { holdsSecret } from '#core/rules/mailed-link.ts'
import type { Block, Letter } from '#core/server/mail/letter.ts'
import { LINK_TEXTS } from '#core/texts/mailed-link.ts'

/** The charity's details in a mail's signature. */
export type Sender = { readonly charityName: string; readonly bookingPhone: string }

/** A mail program that ignores style elements shows readable HTML without it. */
const SHEET = `body{margin:0;padding:24px;background:#f4f6f8;color:#17212b;font:16px/1.5 Arial,sans-serif}
main{max-width:560px;margin:0 auto;padding:24px 32px;background:#fff;border-radius:8px}
th{padding:4px 16px 4px 0;text-align:left;vertical-align:top;font-weight:bold}td{padding:4px 0;vertical-align:top}
a{color:#0b5394}.address{color:#45525f;font-size:14px;word-break:break-all}footer{max-width:560px;margin:16px auto;color:#45525f;font-size:14px}`

/** A link with a token is shown as text too: mail protection changes links, and programs that show HTML hide the text part. */
function linkOf({ label, url }: Extract<Block, { kind: 'link' }>, key: number): ReactNode {
  const anchor = h('p', { key }, h('a', { href: url }, label))
  if (!holdsSecret(url)) return anchor
  const address = h('p', { className: 'address' }, LINK_TEXTS.copy, h('br'), url)
  return h(Fragment, { key }, anchor, address)
}

function htmlOf(block: Block, key: number): ReactNode {
  if (block.kind === 'text') return h('p', { key }, block.text)
  if (block.kind === 'link') return linkOf(block, key)
  const rows = block.facts.map(([label, value]) =>
    h('tr', { key: label }, h('th', { scope: 'row' }, label), h('td', null, value)),
  )
  return h('table', { key }, h('tbody', null, rows))
}

const signature = ({ charityName, bookingPhone }: Sender): string[] => [
  charityName,
  ...(bookingPhone === '' ? [] : [`Booking helpline: ${bookingPhone}`]),
]

/** The HTML part: a complete document without images, scripts or external resources. */
export function renderHtml(letter: Letter, sender: Sender): string {
  const head = h(
    'head',
    null,
    h('meta', { charSet: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width' }),
    h('title', null, letter.subject),
    h('style', null, SHEET),
  )
  const body = h(
    'body',
    null,
    h('main', null, h('p', null, letter.greeting), letter.blocks.map(htmlOf)),
    h(
      'footer',
      null,
      signature(sender).map((line) => h('p', { key: line }, line)),
    ),
  )
  return `<!doctype html>${renderToStaticMarkup(h('html', { lang: 'en-GB' }, head, body))}`
}

function textOf(block: Block): string {
  if (block.kind === 'text') return block.text
  if (block.kind === 'link') return `${block.label}:\n${block.url}`
  return block.facts.map(([label, value]) => `${label}: ${value}`).join('\n')
}

/** The text part, with the same text. */
export function renderText(letter: Letter, sender: Sender): string {
  const parts = [letter.greeting, ...letter.blocks.map(textOf), signature(sender).join('\n')]
  return `${parts.join('\n\n')}\n`
}
