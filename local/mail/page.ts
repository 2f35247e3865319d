import { escapeHtml } from '../../src/core/texts/escape-html.ts'
import { document, time, withLinks } from '../html.ts'
import type { Message } from './message.ts'

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
