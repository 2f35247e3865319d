import { requestOf } from '#core/contract/call.ts'
import type { Endpoint } from '#core/contract/endpoint.ts'
import type { Answer, Visitor } from '#tests/fixtures/visitor.ts'
import {
  type Attacked,
  browserOf,
  browserOfAccount,
  CANARIES,
  endedBrowserOf,
  newAccount,
  newOwner,
  newPatientAccount,
  type Owner,
  storedOf,
} from './people.ts'
import type { Row } from './rows.ts'

/** Who sends the owner's request. `foreign Origin`: the owner's own browser, from a page of another site. */
export const CALLERS = [
  'nobody',
  'account without profile',
  'another patient',
  'inactive patient',
  'ended session',
  'foreign Origin',
  'owner',
] as const
export type Caller = (typeof CALLERS)[number]

const FOREIGN_ORIGIN = { origin: 'https://evil.example' }

/** 'ok', or the reason of the refusal that the contract requires. */
function expected({ access, method }: Endpoint, { owned, reason = 'ok' }: Row, caller: Caller) {
  if (caller === 'foreign Origin' && method !== 'GET') return 'foreign-origin'
  if (access === 'public' || caller === 'owner' || caller === 'foreign Origin') return reason
  if (caller !== 'another patient' && caller !== 'account without profile') return 'unauthorized'
  const isPatient = caller === 'another patient'
  if (owned || (access === 'patient' && !isPatient)) return 'forbidden'
  return reason
}

async function browserFor(attacked: Attacked, caller: Caller, owner: Owner): Promise<Visitor> {
  const { database } = attacked
  switch (caller) {
    case 'nobody':
      return browserOf(attacked, undefined)
    case 'account without profile':
      return browserOfAccount(attacked, newAccount())
    case 'another patient':
      return browserOfAccount(attacked, await newPatientAccount(database))
    case 'inactive patient':
      return browserOfAccount(attacked, await newPatientAccount(database, { is_active: false }))
    case 'ended session':
      return endedBrowserOf(attacked, owner)
    default:
      return browserOfAccount(attacked, owner)
  }
}

/** What of the owner's an answer contains, headers included. */
function shown({ text, headers }: Answer, owner: Owner): string[] {
  const all = text + JSON.stringify([...headers])
  const own = Object.entries({ ...CANARIES, placeId: owner.placeId, sessionId: owner.sessionId })
  return own.filter(([, value]) => all.includes(value)).map(([name]) => name)
}

/** How the answer differs from what the contract requires; none when it does not. */
function faultsOfAnswer(answer: Answer, required: string, caller: Caller, owner: Owner): string[] {
  const said = answer.status < 300 ? 'ok' : String(answer.body?.['reason'])
  const faults = said === required ? [] : [`${caller}: ${said}, not ${required}`]
  // The owner's browser gets the owner's data; without these headers it keeps them from the page of another site.
  const mayShow =
    caller === 'owner' || (caller === 'foreign Origin' && required !== 'foreign-origin')
  if (!mayShow) faults.push(...shown(answer, owner).map((name) => `${caller}: sees ${name}`))
  const allowing = [...answer.headers.keys()].filter((name) => name.startsWith('access-control'))
  return [...faults, ...allowing.map((name) => `${caller}: ${name}`)]
}

/** The answers of `endpoint` to every caller, compared with the contract. `sound` prepares the owner. */
export async function faultsOf(
  endpoint: Endpoint,
  row: Row,
  sound: Attacked,
  attacked = sound,
): Promise<string[]> {
  const owner = await newOwner(sound, row.place ?? 'booked')
  const ask = async (caller: Caller) => {
    const visitor = await browserFor(attacked, caller, owner)
    const { path, body } = requestOf(endpoint, row.input(owner))
    const answer = await visitor.send(endpoint.method, path, {
      ...(body === undefined ? {} : { body }),
      headers: caller === 'foreign Origin' ? FOREIGN_ORIGIN : {},
    })
    return faultsOfAnswer(answer, expected(endpoint, row, caller), caller, owner)
  }
  const before = await storedOf(sound.database, owner)
  const faults = await Promise.all(CALLERS.filter((caller) => caller !== 'owner').map(ask))
  if ((await storedOf(sound.database, owner)) !== before) faults.push(['the owner’s data changed'])
  return [...faults.flat(), ...(await ask('owner'))]
}
