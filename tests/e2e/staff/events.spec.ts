import { type BrowserContext, expect, type Page } from '@playwright/test'
import { expectNoHorizontalScroll } from '#tests/e2e/public/support/checks.ts'
import { tabTo } from '#tests/e2e/support/keyboard.ts'
import { addresses, dayAhead, sql } from '#tests/e2e/support/site.ts'
import { signInAsStaff } from '#tests/e2e/support/staff.ts'
import { bookByApi, expectAccessible, signUpByApi, test } from '#tests/e2e/support/test.ts'

/** A page that is not there outside, and a form that is refused, are errors in the browser's console. */
const REFUSED = [/status of 404/, /status of 422/]
const DATE = dayAhead(30)
const [YEAR = '', MONTH = '', DAY = ''] = DATE.split('-')

/** The fields without which an event cannot be saved, by label. */
async function fillEvent(page: Page, name: string): Promise<void> {
  const fields = {
    'Name (optional)': name,
    Day: DAY,
    Month: MONTH,
    Year: YEAR,
    Start: '18:00',
    End: '21:00',
    'Minutes for each patient': '10',
    'How many people take blood at the same time?': '6',
    'Town (optional)': 'Whitby',
    'Postcode (optional)': 'YO21 3EN',
    Laboratory: 'Northgate Pathology',
  }
  for (const [label, text] of Object.entries(fields)) {
    await page.getByLabel(label, { exact: true }).fill(text)
  }
  await choose(page, 'Audience', 'Community')
  await choose(page, 'Private event', 'No')
  await choose(page, 'Do patients pay?', 'No')
}

const choose = (page: Page, question: string, answer: string) =>
  page.getByRole('group', { name: question }).getByLabel(answer, { exact: true }).check()
const press = (page: Page, name: string) => page.getByRole('button', { name }).click()

async function draft(context: BrowserContext, name: string): Promise<{ page: Page; id: number }> {
  await signInAsStaff(context, ['coordinator'])
  const page = await context.newPage()
  await page.goto('/staff/events/new')
  await fillEvent(page, name)
  await press(page, 'Save as draft')
  await expect(page).toHaveURL(/\/staff\/events\/\d+\/publish\?done=saved$/)
  return { page, id: Number(/events\/(\d+)\//.exec(page.url())?.[1]) }
}

test('EVM-01 EVM-06 STF-07 a coordinator creates an event of 6 people × 18 times, sees 108 places, and publishes it', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(...REFUSED)
  const name = `Village hall ${Date.now()}`
  const coordinator = await signInAsStaff(context, ['coordinator'])
  const ageCode = (minutes: number) =>
    sql(
      `update app.sessions s set factor_at = app.clock_now() - make_interval(mins => $2)
         from app.staff p where p.staff_id = s.staff_id and p.staff_name = $1`,
      [coordinator, minutes],
    )
  await page.goto('/staff/events')
  await expect(page.getByRole('link', { name: 'Upcoming' })).toHaveAttribute('aria-current', 'page')
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await page.getByRole('link', { name: 'New event' }).click()
  await expectAccessible(page)
  await fillEvent(page, name)
  await press(page, 'Check')
  const checked = page.getByRole('status').filter({ hasText: 'Nothing is saved yet.' })
  await expect(checked).toContainText('6 people × 18 times = 108 places')
  await expect(checked).toBeFocused()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  expect(await sql('select from app.events where event_name = $1', [name])).toEqual([])

  await press(page, 'Save as draft')
  await expect(page.getByText('108 places can be booked.')).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  const id = Number(/events\/(\d+)\//.exec(page.url())?.[1])
  const outside = await context.newPage()
  expect((await outside.goto(`/event/${id}`))?.status()).toBe(404)
  await page.goto('/staff/events?show=drafts')
  await page.getByRole('link', { name, exact: true }).click()
  await ageCode(11)
  await press(page, 'Publish with 108 places')
  await expect(page.getByRole('alert')).toContainText('Enter the six digits')
  expect((await outside.goto(`/event/${id}`))?.status()).toBe(404)
  await ageCode(1)
  // Back from here leads to a page that was not the answer to a form.
  await page.goto(`/staff/events/${id}/publish`)
  await page.getByRole('button', { name: 'Publish with 108 places' }).dblclick()
  await expect(page).toHaveURL(new RegExp(`/staff/events/${id}\\?done=published$`))
  expect((await outside.goto(`/event/${id}`))?.status()).toBe(200)
  await expect(outside.getByRole('heading', { level: 1 })).toContainText(name.slice(0, 12))
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'This event is published' })).toBeVisible()
  const published = await sql(
    `select from app.audit_log where action = 'event-published' and subject = $1`,
    [`event:${id}`],
  )
  expect(published).toHaveLength(1)
  await page.goto(`/staff/events?town=Whitby&day=${DAY}&day-month=${MONTH}&day-year=${YEAR}`)
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('0 of 108')
})

test('EVM-05 an edit says how many booked patients get a mail; of two coordinators the second sees what changed', async ({
  context,
  browser,
  expectedErrors,
}) => {
  expectedErrors.push(...REFUSED)
  const { page, id } = await draft(context, `Edited ${Date.now()}`)
  await press(page, 'Publish with 108 places')
  const visitor = await browser.newContext()
  const patient = await signUpByApi(visitor)
  expect((await bookByApi(visitor, patient, { id, date: DATE }, '18:00')).status).toBe(201)
  await visitor.close()

  const other = await browser.newContext({ baseURL: addresses().site })
  await signInAsStaff(other, ['coordinator'])
  const second = await other.newPage()
  for (const one of [page, second]) await one.goto(`/staff/events/${id}/edit`)
  await expect(page.getByText('1 place is taken')).toBeVisible()
  await page.getByLabel('Venue (optional)').fill('The Pavilion')
  await press(page, 'Save')
  await expect(page.getByRole('alert')).toContainText('Press the button again if it is right')
  await expect(page.getByText('1 booked patient gets a mail')).toBeVisible()
  await expectAccessible(page)
  await press(page, 'Save and send 1 mail')
  await expect(page).toHaveURL(new RegExp(`/staff/events/${id}\\?done=saved$`))

  await second.getByLabel('Parking (optional)').fill('Behind the hall.')
  await press(second, 'Save')
  await expect(second.getByRole('alert')).toContainText(
    'Another person changed this event in the meantime.',
  )
  await expect(second.getByRole('region', { name: 'Changes by another person' })).toContainText(
    'Venue is now: The Pavilion',
  )
  await expect(second.getByLabel('Venue (optional)')).toHaveValue('The Pavilion')
  await expect(second.getByLabel('Parking (optional)')).toHaveValue('Behind the hall.')
  await expectAccessible(second)
  await expectNoHorizontalScroll(second)
  await press(second, 'Save')
  await expect(second).toHaveURL(new RegExp(`/staff/events/${id}\\?done=saved$`))
  expect(
    await sql('select address_line_1, parking from app.events where event_id = $1', [id]),
  ).toEqual([{ address_line_1: 'The Pavilion', parking: 'Behind the hall.' }])

  await second.goto(`/staff/events/${id}/edit`)
  await second.getByLabel('Places (optional)').fill('0')
  await second.getByLabel('Start', { exact: true }).fill('17:00')
  await press(second, 'Save')
  await expect(second.getByRole('alert')).toContainText('1 places taken')
  await other.close()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('EVM-01 every fault is named together, what was typed stays, and an unusual price is asked about', async ({
    page,
    context,
    expectedErrors,
  }) => {
    expectedErrors.push(...REFUSED)
    const name = `Without script ${Date.now()}`
    await signInAsStaff(context, ['coordinator'])
    await page.goto('/staff/events/new')
    await fillEvent(page, name)
    await choose(page, 'Do patients pay?', 'Yes')
    await page.getByLabel('Price of this event (optional)').fill('0.20')
    await page.getByLabel('Start', { exact: true }).fill('6pm')
    await page.getByLabel('Laboratory').fill('')
    await press(page, 'Save as draft')
    const summary = page.getByRole('alert').getByRole('listitem')
    await expect(summary).toHaveText([
      'Start must be a time of the 24-hour clock, HH:mm.',
      'Price of this event is £0.20, less than £1.00.',
      'Laboratory is missing.',
    ])
    await expect(page).toHaveTitle(/^Error: New event/)
    await expect(page.getByLabel('Name (optional)')).toHaveValue(name)
    await expect(page.getByLabel('Year')).toHaveValue(YEAR)
    await page.getByLabel('Start', { exact: true }).fill('18:00')
    await page.getByLabel('Laboratory').fill('Northgate Pathology')
    await press(page, 'Save as draft')
    await expect(summary).toHaveText(['Price of this event is £0.20, less than £1.00.'])
    await page.getByLabel('Yes, it costs £0.20').check()
    await press(page, 'Save as draft')
    await expect(page.getByText('108 places can be booked.')).toBeVisible()
    await expect(page.getByText('£0.20')).toBeVisible()
  })
})

test.describe('forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } })

  test('EVM-01 by keyboard alone a draft is corrected and published, 320 px wide', async ({
    context,
  }) => {
    const { page, id } = await draft(context, `By keyboard ${Date.now()}`)
    await page.setViewportSize({ width: 320, height: 640 })
    await tabTo(page, /Edit the draft/)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Edit event' })).toBeVisible()
    await tabTo(page, /^\/? ?.*End/)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('20:00')
    await tabTo(page, /Places \(optional\)/)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
    // Enter in a field checks the form, and saves nothing.
    await page.keyboard.press('Enter')
    await expect(page.getByText('6 people × 12 times = 72 places')).toBeVisible()
    await tabTo(page, /^ ?\/? ?Save$/)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/staff/events/${id}\\?done=saved$`))
    await page.goto(`/staff/events/${id}/publish`)
    await tabTo(page, /Publish with 72 places/)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/staff/events/${id}\\?done=published$`))
    await expectAccessible(page)
  })
})
