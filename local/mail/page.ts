import type { Message } from './message.ts'

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

/** The list of mails; `to` is the recipient filter, or empty. */
export function listPage(messages: readonly Message[], to: string): string {
  const rows = messages.map(
    ({ id, receivedAt, to: recipients, subject }) =>
      `<tr><td>${time(receivedAt)}</td><td>${escapeHtml(recipients)}</td>` +
      `<td><a href="/messages/${id}">${escapeHtml(subject || '(no subject)')}</a></td></tr>`,
  )
  const table = `<table><thead><tr><th scope="col">Received</th><th scope="col">To</th><th scope="col">Subject</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
  return document(
    'Mail on this computer',
    `<p>The local site sent these mails. They do not leave this computer.</p>
<form role="search"><label>Only mails to <input name="to" type="email" value="${escapeHtml(to)}" autocomplete="off"></label> <button>Show</button></form>
${rows.length > 0 ? table : '<p>No mail yet.</p>'}`,
  )
}

/** One mail: its text, its HTML in a sandboxed frame, its attachments. */
export function messagePage(message: Message): string {
  const facts: [string, string][] = [
    ['From', escapeHtml(message.from)],
    ['To', escapeHtml(message.to)],
    ['Received', time(message.receivedAt)],
  ]
  const attachments = message.attachments.map(
    ({ filename, contentType, content }) =>
      `<h3>${escapeHtml(filename || '(no name)')} (${escapeHtml(contentType)})</h3>` +
      (contentType.startsWith('text/') ? `<pre>${escapeHtml(content)}</pre>` : ''),
  )
  return document(
    message.subject || '(no subject)',
    `<p><a href="/">All mails</a></p>
<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')}</dl>
${section('Text', message.text && `<pre>${withLinks(message.text)}</pre>`)}
${section('HTML', message.html && `<iframe title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/messages/${message.id}/html"></iframe>`)}
${section('Attachments', attachments.join(''))}`,
  )
}

export function missingPage(): string {
  return document('No such mail', '<p><a href="/">All mails</a></p>')
}

function section(title: string, content: string): string {
  return content && `<section><h2>${title}</h2>${content}</section>`
}

function document(title: string, content: string): string {
  return `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><link rel="stylesheet" href="/style.css"></head>
<body><main><h1>${escapeHtml(title)}</h1>${content}</main></body></html>`
}

function withLinks(text: string): string {
  return escapeHtml(text).replaceAll(
    /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)]/g,
    (address) => `<a href="${address}">${address}</a>`,
  )
}

function time(receivedAt: string): string {
  return `<time datetime="${escapeHtml(receivedAt)}">${escapeHtml(receivedAt.slice(0, 19).replace('T', ' '))}</time>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}
