import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildEvent, slotsOf } from '#tests/fixtures/builders.ts'
import { runScript } from '#tests/fixtures/run-script.ts'
import { type TestService, testService } from '#tests/fixtures/service.ts'
import { createFullPatient, type FullPatient } from '#tests/integration/operations/full-patient.ts'
import { Refusal } from '../../../scripts/operator/command-line.ts'
import { runPatientCommand } from '../../../scripts/operator/patient-commands.ts'

const KEYS = { DATA_KEYS: `k1:${Buffer.alloc(32, 'e').toString('base64')}` }
const BY = ['--by', 'Ada Quill']

let service: TestService
let patient: FullPatient

beforeAll(async () => {
  service = await testService({ source: KEYS })
  const eventId = await buildEvent(service.db.database)
  const [startsAt = new Date()] = await slotsOf(service.db.database, eventId)
  patient = await createFullPatient(service, 'command@example.org', { eventId, startsAt })
})
afterAll(() => service.close())

const variables = () => ({
  ...KEYS,
  DATABASE_URL: service.db.url,
  SUPABASE_URL: service.env.supabase.url,
  SUPABASE_PUBLISHABLE_KEY: service.env.supabase.publishableKey,
  SUPABASE_SECRET_KEY: service.env.supabase.secretKey,
  LOOKUP_KEY: service.env.keys.lookup.toString('base64'),
})

const run = (...args: string[]) => runPatientCommand(args, variables)
const runProcess = (...args: string[]) => runScript('scripts/patients.ts', args, variables())

describe('the command', () => {
  it('OPS-05 prints its result and exits with 0, or prints what is wrong and exits with 1', async () => {
    const { profileId, email } = patient
    expect(await runProcess('find', email.toUpperCase(), ...BY)).toEqual({
      code: 0,
      out: `${profileId}\n`,
      err: '',
    })
    const refused = await runProcess('erase', '1')
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toContain('npm run patients')
  })

  it('OPS-05 finds a patient by address, counts, and erases with --apply', async () => {
    const { profileId, email } = patient
    expect(await run('find', email.toUpperCase(), ...BY)).toBe(`${profileId}\n`)
    const erase = ['erase', String(profileId), ...BY, '--reason', 'asked by letter']
    const begun = (days: number) =>
      service.db.database.query(
        `set local session_replication_role = replica; update app.events set event_on = event_on + ${days}`,
      )
    await begun(-30)
    expect(await run(...erase)).toContain('WARNING: an appointment of this patient has begun')
    await begun(30)
    const dry = await run(...erase)
    expect(dry).not.toContain('WARNING')
    expect(dry).toContain('Nothing was changed.')
    expect(dry).toMatch(/^ {5}3 {2}consents$/m)
    expect(await run(...erase, '--apply')).toContain(`Patient ${profileId} is erased`)
    await expect(run(...erase)).rejects.toThrow(new Refusal(`There is no patient ${profileId}.`))
    await expect(run('find', email, ...BY)).rejects.toThrow('There is no patient')
  })

  it.each([
    ['no words', []],
    ['no id', ['erase']],
    ['no name', ['erase', '1', '--reason', 'x']],
    ['no reason', ['erase', '1', ...BY]],
    ['no number as the id', ['erase', 'x', ...BY, '--reason', 'x']],
    ['an option without its value', ['erase', '1', '--reason', 'x', '--by']],
  ])('OPS-05 %s: shows how it is used', async (_what, args) => {
    const refused = run(...args)
    await expect(refused).rejects.toThrow('npm run patients')
    await expect(refused).rejects.toBeInstanceOf(Refusal)
  })
})
