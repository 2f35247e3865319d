import type { BrowserContext } from '@playwright/test'
import { STAFF_COOKIE } from '#core/rules/cookie-names.ts'
import { comparedName } from '#core/rules/lab-key.ts'
import type { StaffRole } from '#core/rules/permissions.ts'
import { openStaffSession } from '#staff/server/database/staff-sessions.ts'
import { addresses, siteDatabase, sql } from '#tests/e2e/support/site.ts'
import { BY_HAND } from '#tests/fixtures/by-hand.ts'
import { newAddress } from '#tests/fixtures/new-person.ts'

let made = 0

/** Signs a new member of staff with these roles in, within `context`, without the pages of the sign-in; returns the name. */
export async function signInAsStaff(context: BrowserContext, roles: StaffRole[]): Promise<string> {
  made += 1
  const name = `Ida Crane ${process.pid} ${made}`
  const [row] = await sql<{ staff_id: string }>(
    `${BY_HAND}, account as (insert into app.accounts (user_id, kind) values (gen_random_uuid(), 'staff') returning user_id)
     insert into app.staff (user_id, email, staff_name, name_key, roles, registration, state, created_at, changed_at)
     select user_id, $1, $2, $3, $4, '1234567', 'active', app.clock_now(), app.clock_now() from account returning staff_id`,
    [newAddress(), name, comparedName(name), roles],
  )
  const staffId = Number(row?.staff_id)
  const value = await openStaffSession(siteDatabase(), { staffId, device: 'test' })
  await sql('update app.sessions set factor_at = app.clock_now() where staff_id = $1', [staffId])
  await context.addCookies([{ name: STAFF_COOKIE, value, url: addresses().site, httpOnly: true }])
  return name
}
