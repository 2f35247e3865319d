import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'
import { listPage, messagePage, missingPage, STYLE } from './page.ts'
import type { Outage } from './smtp.ts'
import type { MessageStore } from './store.ts'

type Answer = { status: number; type: string; body: string; policy?: string }

/** Nothing runs on these pages, and they load nothing but their own style and frame. */
const pagePolicy =
  "default-src 'none'; style-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** A mail's own HTML: no script, nothing from outside (so no tracking picture), shown only in our frame. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'self'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"

/** The pages to read the mails with, and their JSON API. */
export function mailHandler(store: MessageStore, outage: Outage) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { status, type, body, policy } = await answer(request, store, outage)
    response.writeHead(status, {
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy': policy ?? pagePolicy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    response.end(body)
  }
}

async function answer(
  request: IncomingMessage,
  store: MessageStore,
  outage: Outage,
): Promise<Answer> {
  // A foreign page could otherwise read the mails by pointing its own name at this computer.
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? '')) {
    return json(403, { error: 'Ask for this page as localhost or 127.0.0.1' })
  }
  const url = new URL(request.url ?? '/', 'http://localhost')
  const route = `${request.method} ${url.pathname}`
  const to = url.searchParams.get('to') ?? ''
  if (route === 'GET /api/messages') return json(200, store.list(to))
  if (route === 'GET /api/outage') return json(200, outage)
  if (route === 'POST /api/outage') return setOutage(request, outage)
  if (route === 'GET /') return html(200, listPage(store.list(to), to))
  if (route === 'GET /style.css') return { status: 200, type: 'text/css', body: STYLE }
  return messageAnswer(route, store)
}

function messageAnswer(route: string, store: MessageStore): Answer {
  const [, id, part] = /^GET \/messages\/(\d+)(\/html)?$/.exec(route) ?? []
  const message = id === undefined ? undefined : store.find(id)
  if (message === undefined) return html(404, missingPage())
  if (part === undefined) return html(200, messagePage(message))
  return { ...html(200, `<base target="_blank">${message.html}`), policy: mailPolicy }
}

const outageBody = z.object({ on: z.boolean(), to: z.optional(z.string()) })

async function setOutage(request: IncomingMessage, outage: Outage): Promise<Answer> {
  const wanted = outageBody.safeParse(
    await text(request)
      .then(JSON.parse)
      .catch(() => undefined),
  )
  if (!wanted.success || !request.headers['content-type']?.includes('json')) {
    return json(400, {
      error: 'Send {"on": true} or {"on": false} as JSON, with {"to": address} for one address',
    })
  }
  outage.on = wanted.data.on
  outage.to = wanted.data.to?.toLowerCase()
  return json(200, outage)
}

function json(status: number, value: unknown): Answer {
  return { status, type: 'application/json', body: JSON.stringify(value) }
}

function html(status: number, body: string): Answer {
  return { status, type: 'text/html', body }
}
