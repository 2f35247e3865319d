import { randomUUID } from 'node:crypto'
import { insertAudit } from '#core/server/database/audit.ts'
import type { Database, Queries } from '#core/server/database/database.ts'
import type { Limited, Limiter } from '#core/server/database/limits.ts'
import { endOtherSessions } from '#core/server/database/sessions.ts'
import { createToken, hashToken } from '#core/server/security/token.ts'
import { queueFactorReset, queueInvitation } from '#staff/mails/staff.ts'
import type { InvitedPerson, Roles } from '#staff/rules/person-form.ts'
import { dropFactor } from '#staff/server/database/factors.ts'
import { insertInvitation, putToken } from '#staff/server/database/invitations.ts'
import {
  changeStaff,
  dropInvited,
  findStaff,
  insertStaff,
  listAdministrators,
  listStaff,
  lockStaff,
  type StaffRow,
  type StaffState,
  type TeamEntry,
} from '#staff/server/database/staff.ts'

type Deps = { readonly database: Database; readonly limiter: Limiter; nudgeJobs(): void }

/** Who changes an account: a member of staff, or an operator at the command line. */
export type Actor = { readonly by: string; readonly staffId?: number; readonly reason?: string }

/** The account, and its version as the actor saw it; a command acts on the account as it is. */
export type Aim = { readonly staffId: number; readonly version?: number }

export type TeamRefusal =
  | 'not-found'
  | 'changed'
  | 'own-account'
  | 'wrong-state'
  | 'last-administrator'
  | 'known-person'

const audit = (
  db: Queries,
  { by, staffId, reason }: Actor,
  action: string,
  subject: number,
  words?: string,
) =>
  insertAudit(db, {
    actor: null,
    action,
    subject: `staff:${subject}`,
    requestId: null,
    operator: by,
    ...(staffId === undefined ? {} : { staffId }),
    ...(words === undefined && reason === undefined ? {} : { reason: words ?? reason ?? '' }),
  })

/** Whether the database kept the last administrator active (`app.guard_administrators`). */
const keepsAdministrator = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('STF-06')

/** One change of an account in one transaction with its audit row; the account is locked. */
async function change(
  { database, nudgeJobs }: Deps,
  actor: Actor,
  { staffId, version }: Aim,
  states: readonly StaffState[],
  make: (transaction: Queries, person: StaffRow) => Promise<unknown>,
): Promise<TeamRefusal | undefined> {
  if (actor.staffId === staffId) return 'own-account'
  try {
    const refusal = await database.transaction(async (transaction) => {
      const person = await lockStaff(transaction, staffId)
      if (person === undefined) return 'not-found'
      if (version !== undefined && person.version !== version) return 'changed'
      if (!states.includes(person.state)) return 'wrong-state'
      await make(transaction, person)
      return undefined
    })
    if (refusal === undefined) nudgeJobs()
    return refusal
  } catch (error) {
    if (keepsAdministrator(error)) return 'last-administrator'
    throw error
  }
}

async function invite(
  { database, limiter, nudgeJobs }: Deps,
  actor: Actor,
  person: InvitedPerson,
): Promise<Limited | 'known-person' | undefined> {
  const limited = await limiter.count(['invitationPerAddress', person.email])
  if (limited) return limited
  const staffId = await database.transaction(async (transaction) => {
    const added = await insertStaff(transaction, person)
    if (added === undefined) return undefined
    await queueInvitation(transaction, added, await insertInvitation(transaction, added, actor.by))
    await audit(transaction, actor, 'staff-invited', added, person.roles.join(', '))
    return added
  })
  if (staffId === undefined) return 'known-person'
  nudgeJobs()
  return undefined
}

/** Changes of the team (STF-04, STF-06). Pages and commands call the same operations. */
export const staffTeamService = (deps: Deps) => ({
  list: (): Promise<TeamEntry[]> => listStaff(deps.database),

  async find(staffId: number): Promise<TeamEntry | undefined> {
    const [entry] = await listStaff(deps.database, staffId)
    return entry
  },

  /** On screen the same for the address of a patient: only the mail says so. */
  invite: (actor: Actor, person: InvitedPerson) => invite(deps, actor, person),

  changeRoles: (actor: Actor, aim: Aim, { roles, registration }: Roles) =>
    change(deps, actor, aim, ['invited', 'active', 'suspended'], async (transaction, person) => {
      await audit(transaction, actor, 'staff-roles-changed', aim.staffId, roles.join(', '))
      await changeStaff(transaction, person, { roles: [...roles], registration })
    }),

  suspend: (actor: Actor, aim: Aim) =>
    change(deps, actor, aim, ['active'], async (transaction, person) => {
      await audit(transaction, actor, 'staff-suspended', aim.staffId)
      await changeStaff(transaction, person, { state: 'suspended' })
    }),

  reactivate: (actor: Actor, aim: Aim) =>
    change(deps, actor, aim, ['suspended'], async (transaction, person) => {
      await audit(transaction, actor, 'staff-reactivated', aim.staffId)
      await changeStaff(transaction, person, { state: 'active' })
    }),

  /** The person sets the authenticator app up again at the next sign-in; their sessions end. */
  resetFactor: (actor: Actor, aim: Aim) =>
    change(deps, actor, aim, ['active'], async (transaction, { user_id: userId }) => {
      if (userId === null) return
      await dropFactor(transaction, userId)
      await endOtherSessions(transaction, { userId, keep: null })
      await audit(transaction, actor, 'staff-factor-reset', aim.staffId)
      await queueFactorReset(transaction, aim.staffId, randomUUID())
    }),

  async resend(actor: Actor, aim: Aim): Promise<Limited | TeamRefusal | undefined> {
    const person = await findStaff(deps.database, aim)
    if (person === undefined) return 'not-found'
    const limited = await deps.limiter.count(['invitationPerAddress', person.email])
    if (limited) return limited
    return change(deps, actor, aim, ['invited'], async (transaction) => {
      const invitation = await insertInvitation(transaction, aim.staffId, actor.by)
      await queueInvitation(transaction, aim.staffId, invitation)
      await audit(transaction, actor, 'staff-invited-again', aim.staffId)
    })
  },

  withdraw: (actor: Actor, aim: Aim) =>
    change(deps, actor, aim, ['invited'], async (transaction, person) => {
      await audit(transaction, actor, 'staff-invitation-withdrawn', aim.staffId)
      await dropInvited(transaction, person)
    }),
})
export type StaffTeam = ReturnType<typeof staffTeamService>

/** Adds a person, or replaces the invitation of one who has not joined; returns the token of the link. Undefined when the person is another's. */
export async function inviteByLink(
  transaction: Queries,
  actor: Actor,
  person: InvitedPerson,
): Promise<string | undefined> {
  const known = await findStaff(transaction, { email: person.email })
  const isRepeated = known?.state === 'invited' && known.staff_name === person.name
  const staffId = isRepeated ? known.staff_id : await insertStaff(transaction, person)
  if (staffId === undefined) return undefined
  const invitation = await insertInvitation(transaction, staffId, actor.by)
  const token = createToken()
  await putToken(transaction, invitation, hashToken(token))
  await audit(transaction, actor, 'staff-invited', staffId, person.roles.join(', '))
  return token
}

/** Invites the first administrator, unless there is an active one; a command prints the link. Repeated, it replaces the invitation. */
export const inviteFirst = (
  database: Database,
  by: string,
  person: { name: string; email: string },
): Promise<{ token: string } | 'has-administrator' | 'known-person'> =>
  database.transaction(async (transaction) => {
    if ((await listAdministrators(transaction)).length > 0) return 'has-administrator'
    const first = { ...person, roles: ['administrator'], registration: null } as const
    const token = await inviteByLink(transaction, { by }, first)
    return token === undefined ? 'known-person' : { token }
  })
