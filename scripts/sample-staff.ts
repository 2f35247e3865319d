import { readFileSync, writeFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { identityGateway } from '#account/server/gateways/identity.ts'
import { sessionJournal } from '#account/server/provider-sessions.ts'
import { STAFF_ROLES } from '#core/rules/permissions.ts'
import { siteUrlEnv } from '#core/server/config/command-env.ts'
import { patientsEnv } from '#core/server/config/patients-env.ts'
import { readClock } from '#core/server/database/clock.ts'
import { createLimiter } from '#core/server/database/limits.ts'
import { endOtherSessions } from '#core/server/database/sessions.ts'
import { knownDevices } from '#core/server/security/known-device.ts'
import { createSealer } from '#core/server/security/seal.ts'
import { findFactor } from '#staff/server/database/factors.ts'
import { findStaff } from '#staff/server/database/staff.ts'
import { codeAt } from '#staff/server/factor.ts'
import { type JoinDeps, staffJoinService } from '#staff/server/join.ts'
import { inviteByLink } from '#staff/server/team.ts'
import { Refusal, runCommand } from './operator/command-line.ts'
import { operatorEnvironment } from './operator/environment.ts'
import { onDatabase } from './operator/on-database.ts'

/*
 * Adds the people of a file of local/samples/staff.ts: each is invited and joins by the operations of the pages. Writes their passwords and
 * secrets into the file. For `npm start` only.
 */

const schema = z.object({
  password: z.string(),
  people: z.array(
    z.object({
      name: z.string(),
      email: z.string(),
      role: z.enum(STAFF_ROLES),
      registration: z.optional(z.string()),
    }),
  ),
})
type Wanted = z.output<typeof schema>
type Person = Wanted['people'][number]

const BY = 'npm start, administrator'
const BROWSER = { network: '127.0.0.1', userAgent: 'npm start', cookie: null }

/** Invites the person and joins for them. */
async function join(deps: JoinDeps, person: Person, password: string): Promise<void> {
  const { name, email, role, registration = null } = person
  const invited = { name, email, registration, roles: [role] }
  const token = await deps.database.transaction((transaction) =>
    inviteByLink(transaction, { by: BY }, invited),
  )
  if (token === undefined) throw new Refusal(`${person.name} cannot be invited.`)
  const service = staffJoinService(deps)
  const setup = await service.setUp({ token, password, network: BROWSER.network })
  if (!setup.ok) throw new Refusal(`${person.name} cannot join: ${setup.reason}.`)
  const code = codeAt(setup.value.secret, await readClock(deps.database))
  const joined = await service.confirm({ token, code }, BROWSER)
  if (!joined.ok) throw new Refusal(`${person.name} cannot join: ${joined.reason}.`)
}

/** The account with its secret; an earlier run may have made it. */
async function added(deps: JoinDeps, person: Person, password: string) {
  const { database, sealer } = deps
  const known = await findStaff(database, { email: person.email })
  if (known?.state !== 'active') await join(deps, person, password)
  const row = await findStaff(database, { email: person.email })
  const userId = row?.user_id ?? ''
  await endOtherSessions(database, { userId, keep: null })
  const factor = await findFactor(database, sealer, userId)
  const { role, name, email } = person
  return { role, name, email, password, totpSecret: factor?.secret ?? '' }
}

runCommand(async () => {
  const [file] = process.argv.slice(2)
  const source = operatorEnvironment()
  if (file === undefined || source['NODE_ENV'] === 'production') {
    throw new Refusal('Samples are for npm start only.')
  }
  const { people, password } = schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  const { keys, supabase, ...access } = patientsEnv(source)
  const sealer = createSealer(keys)
  await onDatabase(access, async (database) => {
    const deps: JoinDeps = {
      database,
      sealer,
      identity: identityGateway(supabase, sessionJournal(database, sealer)),
      limiter: createLimiter(database, (subject) => sealer.lookup(subject, 'limit')),
      devices: knownDevices(sealer),
      siteUrl: siteUrlEnv(source),
      charityName: () => Promise.resolve('Halyard'),
      nudgeJobs: () => undefined,
    }
    const accounts = []
    // One after the other: the provider hashes a password for each.
    for (const person of people) accounts.push(await added(deps, person, password))
    writeFileSync(file, JSON.stringify(accounts), { mode: 0o600 })
  })
  return ''
})
