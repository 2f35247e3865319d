import { escapeHtml } from '../src/core/texts/escape-html.ts'

/** Building blocks of the stand-ins' pages. */

export const STYLE = `
:root { color-scheme: light; font: 1rem/1.5 system-ui, sans-serif; color: #1b2733; background: #fff }
body { max-width: 60rem; margin: 0 auto; padding: 1rem }
a { color: #0b4f9c }
a:focus-visible, iframe:focus-visible { outline: 3px solid #b3530b; outline-offset: 2px }
table { border-collapse: collapse; width: 100% }
th, td { text-align: start; vertical-align: top; padding: .5rem; border-bottom: 1px solid #c4ccd4; overflow-wrap: anywhere }
dt { font-weight: 600 } dd { margin: 0 0 .5rem; overflow-wrap: anywhere }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #f3f5f7; padding: 1rem }
iframe { width: 100%; height: 32rem; border: 1px solid #6b7885 }
`

export function document(title: string, content: string): string {
  return `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><link rel="stylesheet" href="/style.css"></head>
<body><main><h1>${escapeHtml(title)}</h1>${content}</main></body></html>`
}

export function withLinks(text: string): string {
  return escapeHtml(text).replaceAll(
    /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)]/g,
    (address) => `<a href="${address}">${address}</a>`,
  )
}

export function time(receivedAt: string): string {
  return `<time datetime="${escapeHtml(receivedAt)}">${escapeHtml(receivedAt.slice(0, 19).replace('T', ' '))}</time>`
}
