import type { Page } from '@playwright/test'
import { answerConsent } from '#tests/e2e/support/booking.ts'

type Shoot = (name: string, whole?: boolean) => Promise<void>
type Patient = { readonly email: string; readonly password: string }

/** Overlays of a page: the menus, and the age notice of the sign-up form. */
export async function openDialogs(page: Page, shoot: Shoot): Promise<void> {
  await page.goto('/')
  const hamburger = page.locator('summary').filter({ hasText: 'Menu' })
  if (await hamburger.isVisible()) await hamburger.click()
  else await page.getByRole('button', { name: 'More in EVENTS' }).press('Enter')
  await shoot('menu', false)
  await page.goto('/signup', { waitUntil: 'networkidle' })
  await page.getByLabel('Day', { exact: true }).focus()
  await page.getByRole('dialog', { name: 'Age Restriction Notice' }).waitFor()
  await shoot('signup-age-notice', false)
}

async function signIn(page: Page, { email, password }: Patient): Promise<void> {
  await page.goto('/login', { waitUntil: 'networkidle' })
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: /log ?in|sign in/i }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

/** Cancels the patient's appointment of an earlier run. */
async function cancelAppointments(page: Page): Promise<void> {
  await page.goto('/upcoming-events', { waitUntil: 'networkidle' })
  const cancel = page.getByRole('button', { name: /^Cancel/, disabled: false })
  while ((await cancel.count()) > 0) {
    await cancel.first().click()
    await page.getByRole('button', { name: 'Yes, cancel it' }).click()
    await page
      .getByRole('dialog', { name: 'Appointment Cancelled' })
      .getByRole('button')
      .first()
      .click()
    await page.reload({ waitUntil: 'networkidle' })
  }
}

/** The address of an event that this patient can book now: free, public, open. */
async function openEvent(page: Page): Promise<string> {
  const answer = await page.request.get('/api/events')
  const { events } = (await answer.json()) as {
    events: {
      event_id: number
      is_private: boolean
      payment_required: boolean | null
      lab_name: string | null
      total_spaces: number
      booked_spaces: number
      starts_at: string
    }[]
  }
  const inFourDays = Date.now() + 96 * 3_600_000
  const found = events.find(
    (event) =>
      !event.is_private &&
      event.payment_required !== true &&
      !/esneft/i.test(event.lab_name ?? '') &&
      event.booked_spaces < event.total_spaces &&
      Date.parse(event.starts_at) > inFourDays,
  )
  if (found === undefined) throw new Error('No event can be booked.')
  return String(found.event_id)
}

/** From the list to the portal: list, event, a time, consent, success, upcoming events and the question before cancelling. */
export async function journeyShots(page: Page, patient: Patient, shoot: Shoot): Promise<void> {
  await page.goto('/book-event-main', { waitUntil: 'networkidle' })
  await shoot('book-event-main')
  await signIn(page, patient)
  await cancelAppointments(page)
  const event = await openEvent(page)
  await page.goto(`/event/${event}`)
  await shoot('event')
  await page.goto(`/book-event?event=${event}`, { waitUntil: 'networkidle' })
  await page.getByRole('radio').first().check({ force: true })
  await shoot('book-event')
  await page.getByRole('button', { name: 'Proceed to Consent Form' }).click()
  await page.getByRole('heading', { name: 'INDIVIDUAL CONSENT TO PSA TESTING' }).waitFor()
  await shoot('consent')
  await page.getByRole('button', { name: 'Continue' }).click()
  await shoot('consent-errors')
  await answerConsent(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/\/booking-success/)
  await page.getByText('Your booking has been booked successfully!').waitFor()
  await shoot('booking-success')
  await page.goto('/upcoming-events', { waitUntil: 'networkidle' })
  await shoot('upcoming-events')
  await page
    .getByRole('button', { name: /^Cancel/, disabled: false })
    .first()
    .click()
  await page.getByRole('dialog', { name: 'Are you sure?' }).waitFor()
  await shoot('cancel-dialog', false)
  for (const name of ['portal', 'medical-results']) {
    await page.goto(`/${name}`)
    await shoot(name)
  }
}
