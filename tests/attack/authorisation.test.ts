import { beforeAll, describe, expect, it } from 'vitest'
import { getProfile } from '#account/contract/profiles.ts'
import { ENDPOINTS } from '#app/contract/all.ts'
import { bindingsOf } from '#core/server/http/binding.ts'
import { IS_LONG } from '#tests/fixtures/long-attack.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { testService } from '#tests/fixtures/service.ts'
import {
  withEndlessSessions,
  withoutAccess,
  withoutOrigin,
  withoutOwnership,
} from './authorisation/broken-apis.ts'
import { type Caller, faultsOf } from './authorisation/matrix.ts'
import {
  type Attacked,
  browserOfAccount,
  CANARIES,
  newAccount,
  newOwner,
} from './authorisation/people.ts'
import { ROWS, type Row } from './authorisation/rows.ts'

const service = perFile(testService)
let sound: Attacked

beforeAll(async () => {
  sound = { api: service.wiring.api, database: service.db.database }
})

const CASES = ENDPOINTS.map((endpoint) => {
  const row: Row = ROWS[endpoint.name] ?? { input: () => ({}) }
  return { name: endpoint.name, endpoint, row }
})
const GUARDED = CASES.filter(({ endpoint }) => endpoint.access !== 'public')
const CHANGING = CASES.filter(({ endpoint }) => endpoint.method !== 'GET')

/** The controls of one rule that all endpoints share: the short form breaks it at two of them. */
const controlled = (cases: typeof CASES) => (IS_LONG ? cases : cases.slice(0, 2))

describe('every endpoint, called by everyone', () => {
  it('API-08 every endpoint has a row, and every row an endpoint', () => {
    expect(Object.keys(ROWS).sort()).toEqual(ENDPOINTS.map(({ name }) => name).sort())
  })

  it('API-06 every endpoint is bound to one function of a service', () => {
    const bound = bindingsOf(service.wiring.services).map(({ endpoint }) => endpoint.name)
    expect(bound.sort()).toEqual(ENDPOINTS.map(({ name }) => name).sort())
  })

  it.each(CASES)(
    'API-08 AUTH-04 AUTH-07 AUTH-11 AUTH-16 $name: answers each caller as its access says, and shows and changes nothing of others',
    async ({ endpoint, row }) => {
      expect(await faultsOf(endpoint, row, sound)).toEqual([])
    },
  )

  it.each(CASES.filter(({ endpoint, row }) => row.owned && endpoint.access !== 'public'))(
    'API-08 $name: the refusal of an account without a profile is recorded, with whose it was',
    async ({ endpoint, row }) => {
      const owner = await newOwner(sound, row.place ?? 'booked')
      const account = newAccount()
      const visitor = await browserOfAccount(sound, account)
      await visitor.call(endpoint, row.input(owner))
      const { rows } = await sound.database.query<{ subject: string }>(
        `select subject from app.audit_log
          where actor_user_id = $1 and action = 'foreign-access-refused'`,
        [account.userId],
      )
      expect(rows).toHaveLength(1)
      const { profileId, placeId, waitingId, orderId, sessionId } = owner
      const named = [profileId, placeId, waitingId, orderId, sessionId].map(String)
      const [kind, id = ''] = rows[0]?.subject.split(':') ?? []
      if (kind !== 'result') expect(named).toContain(id)
    },
  )

  it('API-08 an account without a profile that asks for nothing of others is not recorded', async () => {
    const account = newAccount()
    const visitor = await browserOfAccount(sound, account)
    for (const { endpoint, row } of CASES) {
      if (row.owned || endpoint.access !== 'patient') continue
      await visitor.call(endpoint, row.input(await newOwner(sound, 'held')))
    }
    const { rows } = await sound.database.query(
      `select from app.audit_log where actor_user_id = $1`,
      [account.userId],
    )
    expect(rows).toEqual([])
  })

  it('API-08 the owner’s profile has every detail that no other answer shows', async () => {
    const owner = await newOwner(sound, 'held')
    const visitor = await browserOfAccount(sound, owner)
    const { body } = await visitor.call(getProfile, { email: owner.email })
    expect(body['userProfile']).toMatchObject(CANARIES)
  })
})

describe('an API that is broken on purpose does not pass', () => {
  /** The callers that a broken API answers wrongly at an endpoint. */
  async function wronged(api: Attacked, { endpoint, row }: (typeof CASES)[number]) {
    return (await faultsOf(endpoint, row, sound, api)).map((fault) => fault.split(':')[0])
  }

  it.each(controlled(GUARDED))('$name without its access rule', async (attack) => {
    expect(await wronged(await withoutAccess(service), attack)).toContain<Caller>('nobody')
  })

  it.each(controlled(CASES.filter(({ row }) => row.owned)))(
    '$name without its owner check',
    async (attack) => {
      const callers = await wronged(await withoutOwnership(service), attack)
      expect(callers).toContain<Caller>('another patient')
    },
  )

  it.each(controlled(GUARDED))('$name with sessions that never end', async (attack) => {
    const callers = await wronged(await withEndlessSessions(service), attack)
    expect(callers).toContain<Caller>('ended session')
    expect(callers).toContain<Caller>('inactive patient')
  })

  it.each(controlled(CHANGING))('$name without its Origin check', async (attack) => {
    expect(await wronged(await withoutOrigin(service), attack)).toContain<Caller>('foreign Origin')
  })
})
