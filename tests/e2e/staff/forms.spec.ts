import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { STAFF_ROLES } from '#core/rules/permissions.ts'
import { openStaffSession } from '#staff/server/database/staff-sessions.ts'
import { addresses, siteDatabase } from '#tests/e2e/support/site.ts'
import { giveStaffCookie } from '#tests/e2e/support/staff.ts'
import { everyStaffPage } from '#tests/e2e/support/staff-pages.ts'
import { test } from '#tests/e2e/support/test.ts'
import { newAddress } from '#tests/fixtures/new-person.ts'
import { staffMember } from '#tests/fixtures/staff.ts'

type Field = { readonly name: string; readonly value: string; readonly isNote: boolean }
/** `at`: the address that the form posts to. */
type Form = { readonly at: string; readonly isFile: boolean; readonly fields: readonly Field[] }
/** The forms of the page that change something, as they are sent when the first of several choices is made. */
const formsOf = (page: Page): Promise<Form[]> =>
  page.evaluate(() => {
    const typed = 'textarea:not([readonly]), input:is([type=text], [type=email], [type=password])'
    const own = [...document.querySelectorAll('form')].filter(
      (form) =>
        form.getAttribute('method') === 'post' && form.getAttribute('action') !== '/staff/sign-out',
    )
    return own.map((form) => {
      const boxes = [...form.elements].filter(
        (one): one is HTMLInputElement =>
          'name' in one && one.name !== '' && !one.matches('[type=file]'),
      )
      const first = boxes.filter(
        (box, at) => boxes.findIndex(({ name }) => name === box.name) === at,
      )
      const at = new URL(form.getAttribute('action') ?? '', location.href)
      return {
        at: `${at.pathname}${at.search}`,
        isFile: form.enctype === 'multipart/form-data',
        fields: first.map((box) => ({
          name: box.name,
          value:
            box.value === '' && box.matches(typed)
              ? box.inputMode === 'numeric'
                ? '1'
                : 'x'
              : box.value,
          isNote: box.matches('textarea, [id=reason], [id=paper]'),
        })),
      }
    })
  })

const LONG = 'long '.repeat(1500)
/** What is sent in place of one field. */
const HARMS: Readonly<Record<string, (field: Field) => readonly string[]>> = {
  long: () => [LONG],
  control: ({ value }) => [`${value}\0\u0001\u0085`],
  absent: () => [],
  repeated: ({ value }) => [value, 'x'],
}

type Sent = {
  readonly status: number
  readonly named: readonly string[]
  readonly lost: readonly string[]
  text: string
}

async function send(reader: Page, { at, isFile, fields }: Form): Promise<Sent> {
  const body = new URLSearchParams(fields.map(({ name, value }) => [name, value]))
  const data = new FormData()
  for (const [name, value] of body) data.append(name, value)
  const { site } = addresses()
  const answer = await reader.request.post(`${site}${at}`, {
    headers: {
      origin: site,
      ...(isFile ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(isFile ? { multipart: data } : { data: body.toString() }),
    maxRedirects: 0,
  })
  const html = await answer.text()
  const read = await reader.evaluate((text) => {
    const doc = new DOMParser().parseFromString(text, 'text/html')
    const links = [...doc.querySelectorAll('.error-summary a')]
    const named = links.map((link) => (link.getAttribute('href') ?? '').slice(1))
    return {
      named,
      lost: named.filter((id) => doc.getElementById(id) === null),
      text: doc.querySelector('.error-summary')?.textContent?.replace(/\s+/g, ' ') ?? '',
    }
  }, html)
  return { status: answer.status(), ...read }
}

/** A form with one field harmed, for each way and each field, and the empty one. The note that is wrong must be named. */
const harmedForms = (form: Form) => [
  ...Object.entries(HARMS).flatMap(([harm, of]) =>
    form.fields.map((field) => ({
      ...form,
      what: `${field.name} ${harm}`,
      mustName: field.isNote && /long|control/.test(harm) ? field.name : undefined,
      fields: form.fields.flatMap((one) =>
        one === field ? of(one).map((value) => ({ ...one, value })) : [one],
      ),
    })),
  ),
  { ...form, what: 'empty', mustName: undefined, fields: [] },
]

/** An answer that no form of staff may have. `mustName`: the field that is wrong. */
const isWrong = ({ status, named, lost, text }: Sent, mustName?: string): boolean =>
  status >= 500 ||
  lost.length > 0 ||
  (status === 422 && text === '') ||
  (mustName !== undefined && !named.includes(mustName))

/** Addresses of a page whose words are names that every object has: it is shown without a message. */
async function wrongWords(reader: Page, path: string): Promise<string[]> {
  const faults: string[] = []
  for (const word of ['valueOf', 'constructor']) {
    const at = `${path}${path.includes('?') ? '&' : '?'}done=${word}`
    const answer = await reader.request.get(`${addresses().site}${at}`)
    const isShown = answer.status() === 200 && !/\[object |native code/.test(await answer.text())
    if (!isShown) faults.push(`${at}: ${answer.status()}`)
  }
  return faults
}

/** How many forms with different fields: other tests can add one of the same fields. */
const kindsOf = (forms: readonly Form[]): number =>
  new Set(forms.map(({ fields }) => fields.map(({ name }) => name).join())).size

/** The kinds of forms of each page that is opened: one that is not there would not be tested. */
const FORMS: Readonly<Record<string, readonly number[]>> = {
  '/staff': [0],
  '/staff/calls': [0],
  '/staff/calls/[case]': [1],
  '/staff/calls/[case]/checklist': [2],
  '/staff/calls/[case]/other': [1],
  '/staff/events': [0],
  '/staff/events/[id]': [1],
  '/staff/events/[id]/balance': [0],
  '/staff/events/[id]/close': [1, 1],
  '/staff/events/[id]/edit': [1],
  '/staff/events/[id]/paper': [1],
  '/staff/events/[id]/patient/[appointment]': [1, 1, 1],
  '/staff/events/[id]/patient/[appointment]/undo': [1, 1],
  '/staff/events/[id]/publish': [1],
  '/staff/events/[id]/run-sheet': [0],
  '/staff/events/[id]/walk-in': [1],
  '/staff/events/new': [1],
  '/staff/lab': [1],
  '/staff/lab/files/[upload]': [1],
  '/staff/lab/mapping': [1],
  '/staff/lab/repeat/[sample]': [1],
  '/staff/lab/waiting': [0],
  '/staff/lab/waiting/[row]': [1],
  '/staff/labels': [0],
  '/staff/results': [1],
  '/staff/results/[id]': [1, 1],
  '/staff/results/[id]/withdraw': [1, 1],
  '/staff/results/judge': [0],
  '/staff/results/judge/[result]': [2, 1],
  '/staff/results/release': [1],
  '/staff/results/thresholds': [2],
  '/staff/team': [0],
  '/staff/team/[id]': [2],
  '/staff/team/new': [1],
}

test('STF-03 STF-09 every form of staff with a field that is too long, has control characters, is absent or is there twice: never a fault of the server; a refusal says why, names a text that is wrong, and links only to fields that the page has', async ({
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 4/)
  const member = await staffMember(siteDatabase(), [...STAFF_ROLES])
  await giveStaffCookie(context, member.secret)
  const page = await context.newPage()
  // Without a policy that forbids to parse a text.
  const reader = await context.newPage()
  const wrong: string[] = []
  const counts: Record<string, readonly number[]> = {}
  let links = 0
  const look = (what: string, sent: Sent, mustName?: string) => {
    links += sent.named.length
    if (isWrong(sent, mustName)) wrong.push(`${what}: ${JSON.stringify(sent)}`)
  }
  for (const { route, path, steps } of await everyStaffPage(member.staffId)) {
    await page.goto(path)
    await steps?.(page)
    const forms = await formsOf(page)
    counts[route] = [...(counts[route] ?? []), kindsOf(forms)]
    wrong.push(...(await wrongWords(reader, path)))
    for (const form of forms) {
      for (const { what, mustName, ...harmed } of harmedForms(form)) {
        look(`${route} ${what}`, await send(reader, harmed), mustName)
      }
    }
  }
  expect(wrong).toEqual([])
  expect(links).toBeGreaterThan(200)
  // The control: an answer with each of the faults.
  const right: Sent = { status: 422, named: ['reason'], lost: [], text: 'Write why.' }
  expect(isWrong(right, 'reason')).toBe(false)
  const changes = [{ status: 500 }, { lost: ['reason'] }, { text: '' }, { named: [] }]
  expect(changes.map((change) => isWrong({ ...right, ...change }, 'reason'))).not.toContain(false)
  expect(counts).toEqual(FORMS)
})

test('STF-02 STF-03 the forms on the way to a session with a field that is too long, has control characters, is absent or is there twice: never a fault of the server', async ({
  browser,
}) => {
  const { staffId } = await staffMember(siteDatabase(), ['coordinator'])
  const secret = await openStaffSession(siteDatabase(), {
    staffId,
    device: 'forms',
    withFactor: false,
  })
  const token = randomBytes(32).toString('base64url')
  const forms = [
    { at: '/staff/sign-in', values: { email: newAddress(), password: 'calm harbour' } },
    { at: '/staff/sign-in/code', values: { code: '000000' }, secret },
    {
      at: '/staff/join',
      values: { token, step: 'password', password: 'calm harbour', again: 'calm harbour' },
    },
    { at: '/staff/join', values: { token, step: 'code', code: '000000' } },
  ]
  const wrong: string[] = []
  for (const { at, values, secret: own } of forms) {
    const context = await browser.newContext()
    if (own !== undefined) await giveStaffCookie(context, own)
    const reader = await context.newPage()
    const fields = Object.entries(values).map(([name, value]) => ({ name, value, isNote: false }))
    for (const { what, ...harmed } of harmedForms({ at, isFile: false, fields })) {
      const sent = await send(reader, harmed)
      if (sent.status !== 422 || isWrong(sent)) wrong.push(`${at} ${what}: ${JSON.stringify(sent)}`)
    }
    await context.close()
  }
  expect(wrong).toEqual([])
})
