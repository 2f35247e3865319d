import { isRecord } from '../../../src/core/rules/record.ts'
import { CALLERS, type Caller } from '../accounts.ts'
import { httpError } from '../errors.ts'
import { json, type LakeContext, newRoutes, parseJson, requireCaller } from '../http.ts'
import { endedCookie } from '../pages/sign-in.ts'

/** Users, and the settings that the Studio stores for each. */
export const userRoutes = newRoutes()
  .get('/users/me', (c) => json(asCurrentUser(requireCaller(c))))
  .get('/users/me/keyvalue/:keys', readSettings)
  .put('/users/me/keyvalue', keepSettings)
  .get('/users/:ids', users)
  .get('/auth/id', (c) => json({ id: requireCaller(c).id }))
  .post('/auth/logout', signOut)
  // The Studio asks whether a viewer has requested more access.
  .get('/access/requests/me', () => json([]))

function asCurrentUser(caller: Caller) {
  return { ...caller, roles: rolesOf(caller), provider: 'local', profileImage: null }
}

export function rolesOf({ role }: Pick<Caller, 'role'>) {
  const title = `${role.charAt(0).toUpperCase()}${role.slice(1)}`
  return [{ name: role, title, description: '' }]
}

/** One user for one id, a list for several. */
function users(c: LakeContext): Response {
  requireCaller(c)
  const ids = (c.req.param('ids') ?? '').split(',')
  const found = ids.flatMap((id) => CALLERS.filter((one) => one.id === id).map(profileOf))
  if (ids.length > 1) return json(found)
  if (!found[0]) throw httpError(404, 'There is no such user')
  return json(found[0])
}

function profileOf({ id, name, email }: Caller) {
  return { id, displayName: name, givenName: name, familyName: '', email, imageUrl: null }
}

function readSettings(c: LakeContext): Response {
  const { id } = requireCaller(c)
  const keys = (c.req.param('keys') ?? '').split(',')
  return json(keys.map((key) => ({ key, value: c.var.lake.keyValues.get(id, key) })))
}

async function keepSettings(c: LakeContext): Promise<Response> {
  const { id } = requireCaller(c)
  const pairs = [parseJson(await c.req.text(), 'The body')].flat().filter(isRecord)
  c.var.lake.keyValues.set(
    id,
    pairs.map(({ key, value = null }) => ({ key: String(key), value })),
  )
  return json(pairs)
}

function signOut(): Response {
  return new Response(null, { status: 204, headers: { 'set-cookie': endedCookie() } })
}
