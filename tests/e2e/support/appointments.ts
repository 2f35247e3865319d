import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import type { ImportedEvent } from '#tests/e2e/support/site.ts'
import { bookByApi, type Patient } from '#tests/e2e/support/test.ts'

/** 'Edit Appointment'. */
export const modal = (page: Page): Locator => page.getByRole('dialog', { name: 'Edit Appointment' })
export const confirm = (page: Page): Locator =>
  modal(page).getByRole('button', { name: 'Confirm new time' })
/** The card of the appointment at this event. */
export const card = (page: Page, event: ImportedEvent): Locator =>
  page.getByRole('article').filter({ hasText: event.name })

/** Books by the API; answers the id of the appointment. */
export async function book(
  context: BrowserContext,
  patient: Patient,
  event: ImportedEvent,
  time: string,
) {
  const { status, body } = await bookByApi(context, patient, event, time)
  expect(status).toBe(201)
  return String(body['appointment_id'])
}
