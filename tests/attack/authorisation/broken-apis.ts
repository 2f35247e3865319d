import { createApi } from '#app/http/api.ts'
import { databaseClock } from '#core/server/database/clock.ts'
import type { Session } from '#core/server/database/sessions.ts'
import { type Binding, bindingsOf } from '#core/server/http/binding.ts'
import { createLogger } from '#core/server/logger.ts'
import { hashToken } from '#core/server/security/token.ts'
import { SITE_URL } from '#tests/fixtures/api-site.ts'
import type { TestService } from '#tests/fixtures/service.ts'
import type { Attacked } from './people.ts'

type Parts = {
  binding: (binding: Binding) => Binding
  findSession: (secret: string, use: boolean) => Promise<Session | undefined>
}

/** The API of the service with one of its parts replaced. */
async function apiWith({ wiring, db }: TestService, parts: Partial<Parts>): Promise<Attacked> {
  const same = (binding: Binding) => binding
  const api = createApi({
    bindings: bindingsOf(wiring.services).map(parts.binding ?? same),
    siteUrl: SITE_URL,
    clock: await databaseClock(db.database),
    logger: createLogger('silent'),
    findSession: parts.findSession ?? ((secret) => wiring.findSession(secret)),
    recordWithoutProfile: async () => undefined,
    openApi: () => ({}),
  })
  return { api, database: db.database }
}

/** Calls every handler without looking at `access`. */
export const withoutAccess = (service: TestService): Promise<Attacked> =>
  apiWith(service, {
    binding: (binding) =>
      Object.assign((...asked: Parameters<Binding>) => binding(...asked), {
        endpoint: { ...binding.endpoint, access: 'public' as const },
      }),
  })

const SESSION = `s.session_id as "sessionId", s.user_id as "userId", s.email, p.profile_id as "profileId",
  s.absolute_end_at as "endsAt", s.absolute_end_at as "absoluteEndAt"`

/** Keeps sessions that have ended, and those of inactive patients. */
export const withEndlessSessions = (service: TestService): Promise<Attacked> =>
  apiWith(service, {
    async findSession(secret) {
      const { rows } = await service.db.database.query<Session>(
        `select ${SESSION} from app.sessions s left join app.profiles p using (user_id)
          where s.secret_hash = $1`,
        [hashToken(secret)],
      )
      return rows[0]
    },
  })

/** A session of the patient whose profile, address, place or session the input names. */
async function ownerOf({ db }: TestService, input: unknown): Promise<Session | undefined> {
  const { rows } = await db.database.query<Session>(
    `select ${SESSION} from app.sessions s join app.profiles p using (user_id)
       left join app.appointments a using (profile_id)
       left join app.waiting_entries w using (profile_id)
       left join app.payments y using (profile_id)
      where exists (select from jsonb_each_text($1::jsonb) as named where named.value in
        (p.profile_id::text, p.email, a.appointment_id::text, s.session_id::text, w.waiting_id::text, y.order_id)
          -- The order of a transaction's record is one level deeper.
          or (jsonb_typeof($1::jsonb -> named.key) = 'object' and named.value like '%' || y.order_id || '%'))
      limit 1`,
    [JSON.stringify(input)],
  )
  return rows[0]
}

/** Calls every handler as the owner of what the input names, for any caller: its check finds nothing foreign. */
export const withoutOwnership = (service: TestService): Promise<Attacked> =>
  apiWith(service, {
    binding: (binding) => {
      const asOwner: typeof binding = Object.assign(
        async (...[input, caller, context, call]: Parameters<Binding>) => {
          const owner = await ownerOf(service, input)
          return owner
            ? binding(input, owner, context, { ...call, session: owner })
            : binding(input, caller, context, call)
        },
        { endpoint: binding.endpoint },
      )
      return asOwner
    },
  })

/** Takes every Origin for our own. */
export async function withoutOrigin(service: TestService): Promise<Attacked> {
  const { api, database } = await apiWith(service, {})
  const fetch = api.fetch.bind(api)
  api.fetch = (request, ...rest) => {
    request.headers.set('origin', SITE_URL)
    return fetch(request, ...rest)
  }
  return { api, database }
}
