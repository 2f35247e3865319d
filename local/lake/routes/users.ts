import { sessionIdOf, TOKEN_HOLDER } from '../access.ts'
import type { Caller } from '../caller.ts'
import { isRecord } from '../document.ts'
import { httpError } from '../errors.ts'
import { json, type Reply, readAnyJson } from '../http.ts'
import { endedCookie } from '../pages/sign-in.ts'
import { type Call, type Route, requireCaller } from '../router.ts'

/** Who somebody is, and what the Studio remembers for him. */
export const userRoutes: readonly Route[] = [
  { method: 'GET', path: '/users/me', handle: (call) => json(asCurrentUser(requireCaller(call))) },
  { method: 'GET', path: '/users/me/keyvalue/:keys', handle: readSettings },
  { method: 'PUT', path: '/users/me/keyvalue', handle: keepSettings },
  { method: 'GET', path: '/users/:ids', handle: users },
  { method: 'GET', path: '/auth/id', handle: (call) => json({ id: requireCaller(call).id }) },
  { method: 'POST', path: '/auth/logout', handle: signOut },
  // A viewer's Studio asks whether he has asked for more.
  { method: 'GET', path: '/access/requests/me', handle: () => json([]) },
]

const MAX_SETTINGS = 50
const MAX_SETTING_LENGTH = 50_000

function asCurrentUser(caller: Caller) {
  return { ...caller, roles: rolesOf(caller), provider: 'local', profileImage: null }
}

export function rolesOf({ role }: Caller) {
  const title = `${role.charAt(0).toUpperCase()}${role.slice(1)}`
  return [{ name: role, title, description: '' }]
}

/** One user for one id, a list for several. */
function users(call: Call): Reply {
  requireCaller(call)
  const ids = (call.params['ids'] ?? '').split(',')
  const found = ids.flatMap((id) => profileOf(call, id) ?? [])
  if (ids.length > 1) return json(found)
  if (!found[0]) throw httpError(404, 'There is no such user')
  return json(found[0])
}

function profileOf({ lake }: Call, id: string) {
  const caller = id === TOKEN_HOLDER.id ? TOKEN_HOLDER : lake.staff.find(id)
  if (!caller) return
  const { name, email } = caller
  return { id, displayName: name, givenName: name, familyName: '', email, imageUrl: null }
}

function readSettings(call: Call): Reply {
  const { id } = requireCaller(call)
  const keys = (call.params['keys'] ?? '').split(',').slice(0, MAX_SETTINGS)
  return json(keys.map((key) => ({ key, value: call.lake.keyValues.get(id, key) })))
}

async function keepSettings(call: Call): Promise<Reply> {
  const { id } = requireCaller(call)
  const pairs = [await readAnyJson(call.request)].flat().filter(isRecord).slice(0, MAX_SETTINGS)
  for (const { key, value } of pairs) {
    if (typeof key !== 'string' || JSON.stringify([key, value]).length > MAX_SETTING_LENGTH)
      throw httpError(400, 'A setting needs a "key" and a value of reasonable size')
    call.lake.keyValues.set(id, key, value)
  }
  return json(pairs)
}

function signOut(call: Call): Reply {
  const sessionId = sessionIdOf(call.request)
  if (call.caller && sessionId !== undefined) call.lake.staff.signOut(sessionId)
  return { status: 204, headers: { 'set-cookie': endedCookie() }, body: '' }
}
