import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { hostCookieName, STAFF_COOKIE } from '#core/rules/cookie-names.ts'
import type { StaffRole } from '#core/rules/permissions.ts'
import type { SampleStaff } from '#local/runtime/records.ts'
import { findStaff } from '#staff/server/database/staff.ts'
import { addresses, dataDir, siteDatabase } from '#tests/e2e/support/site.ts'
import { staffMember, staffSession } from '#tests/fixtures/staff.ts'

/** The sample accounts of staff. */
export const sampleStaff = (): readonly SampleStaff[] =>
  (
    JSON.parse(readFileSync(join(dataDir(), 'sample-accounts.json'), 'utf8')) as {
      staff: SampleStaff[]
    }
  ).staff

/** Gives a browser the session of this secret. */
export async function giveStaffCookie(context: BrowserContext, secret: string): Promise<void> {
  const { site } = addresses()
  const cookie = { name: hostCookieName(STAFF_COOKIE, site), value: secret, url: site }
  await context.addCookies([{ ...cookie, httpOnly: true, sameSite: 'Lax' }])
}

/** Signs a new member of staff with these roles in, within `context`, without the pages of the sign-in; returns the name. */
export async function signInAsStaff(context: BrowserContext, roles: StaffRole[]): Promise<string> {
  const { name, secret } = await staffMember(siteDatabase(), roles)
  await giveStaffCookie(context, secret)
  return name
}

/**
 * Signs the sample account with this role in, by the database: the code of an account works once in 30 seconds, and tests run beside each
 * other. tests/e2e/staff/accounts.spec.ts proves the sign-in. `which`: 1 for the second clinician.
 */
export async function signInStaff(page: Page, role: StaffRole, which = 0): Promise<SampleStaff> {
  const account = sampleStaff().filter((one) => one.role === role)[which]
  if (account === undefined) throw new Error(`There is no sample ${role}.`)
  const person = await findStaff(siteDatabase(), { email: account.email })
  if (person === undefined) throw new Error(`The sample ${role} is not in the database.`)
  const { secret } = await staffSession(siteDatabase(), person.staff_id)
  await giveStaffCookie(page.context(), secret)
  return account
}
