import { LAKE_INVITATION_PATH, LAKE_STAFF_PATH } from '../../../shared/stand-in-lake.ts'
import { requireOwnOrigin } from '../access.ts'
import { auditOf } from '../audit.ts'
import { httpError, refusalOf } from '../errors.ts'
import {
  json,
  type LakeContext,
  limited,
  limitedJson,
  newRoutes,
  queryOf,
  readForm,
  readJson,
  requireCaller,
} from '../http.ts'
import { BODY_LIMITS } from '../limits.ts'
import { invitationPage } from '../pages/invitation.ts'
import { page, signedIn } from '../pages/sign-in.ts'

/** Management of accounts, for administrators and the access token, and the page on which an invited user sets a password. */
export const staffRoutes = newRoutes()
  .get(LAKE_STAFF_PATH, list)
  .post(LAKE_STAFF_PATH, limitedJson, change)
  .get(`${LAKE_STAFF_PATH}/history`, history)
  .get(LAKE_INVITATION_PATH, askForPassword)
  .post(LAKE_INVITATION_PATH, limited(BODY_LIMITS.form), accept)

function requireAdministrator(c: LakeContext): void {
  if (requireCaller(c).role !== 'administrator')
    throw httpError(403, 'Only an administrator may do that')
}

function list(c: LakeContext): Response {
  requireAdministrator(c)
  return json({ accounts: c.var.lake.staff.list() })
}

/** `{invite}`, `{role}` or `{remove}`, each with an `email`. */
async function change(c: LakeContext): Promise<Response> {
  requireAdministrator(c)
  const { staff, origin } = c.var.lake
  const { action, email, name, role } = await readJson(c)
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  switch (action) {
    case 'invite': {
      const secret = staff.invite({ email: text(email), name: text(name), role: text(role) })

      return json({ link: `${origin}${LAKE_INVITATION_PATH}?secret=${secret}` })
    }
    case 'role':
      staff.changeRole(text(email), text(role))
      return json({})
    case 'remove':
      staff.remove(text(email))
      return json({})
    default:
      throw httpError(400, 'The action must be invite, role or remove')
  }
}

/** Who published what; with `since` (a time) only later changes. */
function history(c: LakeContext): Response {
  requireAdministrator(c)
  const { staff, store } = c.var.lake
  const since = Date.parse(queryOf(c).get('since') ?? '') || 0
  const entries = auditOf(store.allHistory()).filter(({ at }) => Date.parse(at) >= since)
  const named = entries.map((entry) => {
    const person = staff.find(entry.by)
    return { ...entry, by: person ? `${person.name} <${person.email}>` : entry.by }
  })
  return json({ entries: named })
}

function askForPassword(c: LakeContext): Response {
  const secret = queryOf(c).get('secret') ?? ''
  const person = c.var.lake.staff.invitee(secret)
  return page(invitationPage(secret, person), person ? 200 : 410)
}

async function accept(c: LakeContext): Promise<Response> {
  const { lake } = c.var
  requireOwnOrigin(c.env.incoming, lake)
  const field = await readForm(c)
  const secret = field('secret')
  try {
    const begun = lake.staff.accept(secret, field('password'))
    if (!begun) return page(invitationPage(secret, undefined), 410)
    return signedIn('/studio', begun)
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    const person = lake.staff.invitee(secret)
    return page(invitationPage(secret, person, refusal.message), refusal.status)
  }
}
