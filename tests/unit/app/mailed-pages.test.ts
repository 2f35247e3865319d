import { describe, expect, it } from 'vitest'
import { verifyEmail } from '#account/contract/accounts.ts'
import { oneClickRoutes } from '#app/http/one-click.ts'
import { MAILED_PAGES, mailedLink } from '#core/rules/mailed-link.ts'
import { bind } from '#core/server/http/binding.ts'
import { done, refused } from '#core/server/outcome.ts'
import { ONE_CLICK_PATH } from '#events/contract/event-notices.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { type TestSite, testSite } from './test-site.ts'

const TOKEN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNO-_'
const NO_SECRET_LEAVES = { 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' }
const site = perFile(() =>
  testSite({
    api: {
      bindings: [bind(verifyEmail, async () => refused('link-invalid'))],
      signed: oneClickRoutes(async () => done({ status: 'success' })),
    },
  }),
)

describe('a page that a mailed link opens', () => {
  it.each(MAILED_PAGES)(
    'SITE-16 %s passes its address to nobody and is in no cache',
    async (page) => {
      const whole = await site.ask(mailedLink('', page, TOKEN))
      expect(whole).toMatchObject({ status: 200, headers: NO_SECRET_LEAVES })
      expect(String(whole.body)).toContain(`<h1>${page}</h1>`)
      expect(String(whole.body)).not.toContain(TOKEN)
      expect(await site.ask(page)).toMatchObject({ status: 200, headers: NO_SECRET_LEAVES })
      const changed = await site.ask(`${page}%23${TOKEN}`)
      expect(changed).toMatchObject({
        status: 302,
        headers: { location: mailedLink('', page, TOKEN), 'cache-control': 'no-store' },
      })
      expect((await site.ask(`${page}/?token=${TOKEN}`)).status).toBe(302)
    },
  )

  it('EVD-05 SITE-16 the link of an access code that was changed leads to its event', async () => {
    const changed = await site.ask('/event/1%23code=LODGE-2041')
    expect(changed).toMatchObject({
      status: 302,
      headers: { location: '/event/1?code=LODGE-2041' },
    })
  })
})

/** Everything that may follow a link, and what mail protection and mail programs do to it. */
const REQUESTS: [method: string, path: string][] = [
  ...MAILED_PAGES.flatMap((page): [string, string][] => [
    ['GET', mailedLink('', page, TOKEN)],
    ['HEAD', mailedLink('', page, TOKEN)],
    ['POST', mailedLink('', page, TOKEN)],
    ['GET', `${page}%23${TOKEN}`],
    ['GET', `${page}%2523${TOKEN}`],
    ['GET', `${page}/?token=${TOKEN}`],
    ['GET', `${page}/${TOKEN}`],
    ['GET', `${page}?stop%23${TOKEN}`],
  ]),
  ['GET', `/event/1?code=${TOKEN}`],
  ['GET', `/event/1%23code=${TOKEN}`],
  ['GET', `/throw?token=${TOKEN}`],
  ['GET', `/late?token=${TOKEN}`],
  ['POST', `/api${ONE_CLICK_PATH}?token=${TOKEN}`],
  ['POST', `/api${ONE_CLICK_PATH}/${TOKEN}`],
  ['GET', `/api${ONE_CLICK_PATH}?token=${TOKEN}`],
  ['GET', `/api/none?token=${TOKEN}`],
]

/** Sends every request; returns everything logged. */
async function logsOf(asked: TestSite): Promise<string> {
  for (const [method, path] of REQUESTS) {
    // A response that breaks off is one of the cases.
    await asked.ask(path, {}, method).catch(() => undefined)
  }
  const body = JSON.stringify({ token: TOKEN })
  const head = [
    `POST /api/auth/verify-email?token=${TOKEN} HTTP/1.1`,
    'host: www.halyard.example',
    'origin: https://www.halyard.example',
    `referer: https://www.halyard.example/verify-email?token=${TOKEN}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    'connection: close',
  ]
  await asked.raw(`${head.join('\r\n')}\r\n\r\n${body}`)
  return asked.logs()
}

describe('the log', () => {
  it('SITE-16 has no token of any request; it would have with addresses in it', async () => {
    const logged = await logsOf(site)
    for (const known of ['verifyEmail', 'endEventNotice', 'a page failed']) {
      expect(logged).toContain(known)
    }
    expect(logged).not.toContain(TOKEN)
    const careless = await testSite({ logsAddresses: true })
    expect(await logsOf(careless)).toContain(TOKEN)
    await careless.close()
  })
})
