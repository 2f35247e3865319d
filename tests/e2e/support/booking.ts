import { expect, type Locator, type Page } from '@playwright/test'
import { CONSENT_QUESTIONS, CONSENT_TEXT } from '#booking/rules/consent.ts'
import { bornYearsAgo, PASSWORD } from '#tests/fixtures/new-person.ts'

/** Fills the sign-up form for a patient aged 58. The age notice opens at the birth date, once per visit. */
export async function fillSignUp(page: Page, email: string): Promise<void> {
  const [year = '', month = '', day = ''] = bornYearsAgo(58).split('-')
  const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value)
  await fill('First name', 'Edwin James')
  await fill('Last name', 'Marlow')
  await fill('Address line 1', '1 Quay Street')
  await fill('Postcode', 'YO21 1AA')
  await page.getByLabel('Gender').selectOption('Male')
  await page.getByLabel('Day', { exact: true }).focus()
  const notice = page.getByRole('dialog', { name: 'Age Restriction Notice' })
  await expect(notice).toContainText('are for people aged between 40 and 80 only.')
  await notice.getByRole('button').click()
  await fill('Day', day)
  await fill('Month', month)
  await fill('Year', year)
  await fill('Phone number', '+447700900123')
  await fill('Email', email)
  await fill('Password', PASSWORD)
  await fill('Confirm password', PASSWORD)
  await page.getByLabel('Ethnicity').selectOption('White British')
}

/**
 * Chooses a time. Retried, because a newly loaded list may replace the one on screen. No forced click: it goes to
 * coordinates, and another control may be there while Back changes the page.
 */
export async function pickTime(page: Page, time: string): Promise<void> {
  const radio = page.getByRole('radio', { name: time })
  await expect(async () => {
    await radio.check({ timeout: 2_000 })
    await expect(radio).toBeChecked({ timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
}

/** Chooses a time and continues to the consent form. */
export async function chooseTime(page: Page, time: string): Promise<void> {
  await pickTime(page, time)
  await page.getByRole('button', { name: 'Proceed to Consent Form' }).click()
}

/** By keyboard: a key press does not depend on the layout, which may still change. */
async function tick(choice: Locator): Promise<void> {
  if (!(await choice.isChecked())) await choice.press('Space')
  await expect(choice).toBeChecked()
}

const statement = (page: Page, text: string) => page.getByRole('checkbox', { name: text })

/** With the title of the sample content. */
export const CHOICE_READ = 'I have read “Is a PSA test right for me?”.'

/** Answers every question of the consent form and ticks the required statements. */
export async function answerConsent(page: Page): Promise<void> {
  const answer = (
    question: keyof typeof CONSENT_QUESTIONS,
    role: 'radio' | 'checkbox',
    name: string,
  ) =>
    tick(
      page
        .getByRole('group', { name: CONSENT_QUESTIONS[question].label })
        .getByRole(role, { name, exact: true }),
    )
  await answer('numberOfPsaTest', 'radio', '2nd')
  await answer('familyHistoryProstateCancer', 'radio', 'No')
  await answer('familyHistoryBreastOvarianCancer', 'radio', "Don't know")
  await answer('medicationHistory', 'checkbox', 'None')
  const { terms, sample, disclaimer } = CONSENT_TEXT.statements
  for (const text of [terms, sample, disclaimer, CHOICE_READ]) await tick(statement(page, text))
}

export const consentHeading = (page: Page) =>
  page.getByRole('heading', { name: 'INDIVIDUAL CONSENT TO PSA TESTING' })

/** On failure, the message contains the page's text. */
export const expectBooked = (page: Page) =>
  expect(page.getByRole('main')).toContainText('Your booking has been booked successfully!')
