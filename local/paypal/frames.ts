import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import { escapeHtml } from '../../src/core/texts/escape-html.ts'
import type { SwitchBoard } from './settings.ts'

/** A site on this computer may embed the frames. */
const FRAME_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors http://localhost:* http://127.0.0.1:*"

const FIELDS = {
  number: {
    label: 'Card number',
    autocomplete: 'cc-number',
    inputmode: 'numeric',
    placeholder: '',
  },
  expiry: {
    label: 'Expiry date',
    autocomplete: 'cc-exp',
    inputmode: 'numeric',
    placeholder: 'MM/YY',
  },
  cvv: { label: 'Security code', autocomplete: 'cc-csc', inputmode: 'numeric', placeholder: '' },
  name: { label: 'Name on card', autocomplete: 'cc-name', inputmode: 'text', placeholder: '' },
} as const

const STYLE = `
:root { font: 1rem/1.5 system-ui, sans-serif; color: #1b2733; background: #fff; color-scheme: light }
body { margin: 0; padding: 3px }
/* As the provider's fields, which the page labels: for screen readers only. */
label { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%) }
input { box-sizing: border-box; width: 100%; min-height: 44px; padding: 0 .75rem; border: 1px solid #54616e; border-radius: 4px; font: inherit; color: inherit; background: #fff }
input:focus { outline: 3px solid #0b4f9c; outline-offset: 0 }
input.invalid { border: 2px solid #b10e1e }
#message { margin: 2px 0 0; color: #b10e1e; font-size: .9375rem }
#message:empty { display: none }
body:has(#field) { padding-bottom: .5rem }
main { padding: 1rem }
h1 { font-size: 1.375rem; margin: 0 0 .5rem }
main button { display: block; width: 100%; margin: .5rem 0; min-height: 44px; font: inherit; border: 1px solid #1b2733; border-radius: 4px; background: #fff; color: inherit; cursor: pointer }
main button:first-of-type { background: #0b4f9c; color: #fff; border-color: #0b4f9c }
.paypal { width: 100%; min-height: 45px; border: 0; border-radius: 4px; background: #ffc439; color: #1b2733; font: 700 1rem/1.5 system-ui, sans-serif; cursor: pointer }
button:focus-visible { outline: 3px solid #0b4f9c; outline-offset: -3px; box-shadow: inset 0 0 0 6px #fff }
button:disabled { opacity: .5; cursor: default }
`

/** The files of the script, each after those that it imports. */
const SDK_FILES = ['messages', 'frames', 'card-fields', 'buttons', 'sdk']
const MODULES = ['messages', 'field-rules', 'field', 'dialog']

const javascriptOf = (name: string) =>
  stripTypeScriptTypes(readFileSync(join(import.meta.dirname, `browser/${name}.ts`), 'utf8'))

/** One classic script: it must know its own element, and modules do not. */
function sdkOf(eligibility: string): string {
  const parts = SDK_FILES.map((name) =>
    javascriptOf(name)
      .replaceAll(/^import [^']*'[^']*'\s*;?$/gm, '')
      .replaceAll(/^export /gm, ''),
  )
  return `(() => {\n'use strict';\nconst ELIGIBILITY = ${JSON.stringify(eligibility)};\n${parts.join('\n')}\n})();\n`
}

const page = (title: string, content: string, script: string) => `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><link rel="stylesheet" href="/frames/style.css">
<script type="module" src="/frames/${script}.ts"></script></head><body>${content}</body></html>`

function fieldPage(c: Context): Response | Promise<Response> {
  const type = c.req.query('type') ?? ''
  if (!Object.hasOwn(FIELDS, type)) return c.notFound()
  const field = FIELDS[type as keyof typeof FIELDS]
  const { label, autocomplete, inputmode, placeholder } = field
  const content = `<label for="field">${label}</label><input id="field" autocomplete="${autocomplete}" inputmode="${inputmode}" placeholder="${placeholder}" aria-describedby="message"><p id="message" role="alert"></p>`
  return c.html(page(label, content, 'field'))
}

const CHALLENGE = `<main><h1>The stand-in's test bank</h1><p>This stands for the check of your bank. No bank is asked, and no money moves.</p>
<button type="button" value="pass">Pass the check</button><button type="button" value="fail">Fail the check</button><button type="button" value="cancel">Cancel</button><p role="status"></p></main>`

const ACCOUNT = `<main><h1>PayPal (test)</h1><p>This stands for a PayPal account. No money moves.</p>
<button type="button" value="agree">Agree and pay</button><button type="button" value="cancel">Cancel</button><p role="status"></p></main>`

const BUTTON = '<button type="button" class="paypal" value="open">PayPal (test)</button>'

/** What the browser loads: the SDK script, the frames of the fields, and the dialogs. */
export function framesApp(switches: SwitchBoard, clientId: string): Hono {
  const app = new Hono()
  const script = (content: string) =>
    new Response(content, {
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'no-store',
        'cross-origin-resource-policy': 'cross-origin',
      },
    })
  app.get('/sdk/js', (c) => {
    const { 'client-id': given, currency = 'USD' } = c.req.query()
    if (given !== clientId) return c.text('throw new Error("client-id not recognized")', 400)
    if (currency !== 'GBP') return c.text('throw new Error("currency must be GBP")', 400)
    return script(sdkOf(switches.current().cardFields))
  })
  app.use('/frames/*', async (c, next) => {
    await next()
    c.res.headers.set('content-security-policy', FRAME_POLICY)
    c.res.headers.set('cross-origin-resource-policy', 'cross-origin')
    c.res.headers.set('cache-control', 'no-store')
    c.res.headers.set('referrer-policy', 'no-referrer')
  })
  app.get('/frames/style.css', (c) => c.body(STYLE, 200, { 'content-type': 'text/css' }))
  for (const name of MODULES) app.get(`/frames/${name}.ts`, () => script(javascriptOf(name)))
  app.get('/frames/field', fieldPage)
  app.get('/frames/challenge', (c) => c.html(page('The check of your bank', CHALLENGE, 'dialog')))
  app.get('/frames/account', (c) => c.html(page('PayPal (test)', ACCOUNT, 'dialog')))
  app.get('/frames/button', (c) => c.html(page('PayPal', BUTTON, 'dialog')))
  return app
}
