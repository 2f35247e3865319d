import { type Disclose, insertAudit } from '#core/server/database/audit.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Limiter } from '#core/server/database/limits.ts'
import { findStaffSession, type StaffSession } from '#staff/server/database/staff-sessions.ts'

type Deps = { readonly database: Database; readonly limiter: Limiter }

const disclosing =
  (database: Database): Disclose =>
  (member, by, { action, subject, patients }) =>
    insertAudit(database, {
      actor: null,
      action,
      subject,
      requestId: null,
      operator: by,
      staffId: member.staffId,
      subjects: patients,
    })

/** What the pages record about the people who open them. */
export const staffAccessService = ({ database, limiter }: Deps) => ({
  findSession: (secret: string): Promise<StaffSession | undefined> =>
    findStaffSession(database, secret),

  /** Records that a patient's or a staff session was refused a page; of many in an hour not every one. */
  async recordRefusal(
    {
      staff,
      session,
    }: {
      staff?: StaffSession | undefined
      session?: { userId: string; profileId: number | null } | undefined
    },
    route: string,
  ): Promise<void> {
    const userId = staff?.userId ?? session?.userId
    if (userId === undefined) return
    if (await limiter.count(['foreignAccessPerAccount', userId])) return
    await insertAudit(database, {
      actor: staff || session === undefined ? null : session,
      action: 'staff-page-refused',
      subject: `page:${route}`,
      requestId: null,
      ...(staff ? { staffId: staff.staffId, operator: staff.name } : {}),
    })
  },

  /** A page awaits this before it shows anything about a patient. */
  disclose: disclosing(database),
})
