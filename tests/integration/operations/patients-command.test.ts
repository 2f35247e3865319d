import { beforeAll, describe, expect, it } from 'vitest'
import { buildEvent, slotsOf } from '#tests/fixtures/builders.ts'
import { signUpPatient } from '#tests/fixtures/people.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { runScript } from '#tests/fixtures/run-script.ts'
import { testService } from '#tests/fixtures/service.ts'
import { createFullPatient, type FullPatient } from '#tests/integration/portal/full-patient.ts'
import { testNhsNumber } from '../../../local/samples/people.ts'
import { Refusal } from '../../../scripts/operator/command-line.ts'
import { runPatientCommand } from '../../../scripts/operator/patient-commands.ts'

const KEYS = { DATA_KEYS: `k1:${Buffer.alloc(32, 'e').toString('base64')}` }
const BY = ['--by', 'Ada Quill']

const service = perFile(() => testService({ source: KEYS }))
let patient: FullPatient

beforeAll(async () => {
  const eventId = await buildEvent(service.db.database)
  const [startsAt = new Date()] = await slotsOf(service.db.database, eventId)
  patient = await createFullPatient(service, 'command@example.org', { eventId, startsAt })
})

const variables = () => ({
  ...KEYS,
  DATABASE_URL: service.db.url,
  SUPABASE_URL: service.env.supabase.url,
  SUPABASE_PUBLISHABLE_KEY: service.env.supabase.publishableKey,
  SUPABASE_SECRET_KEY: service.env.supabase.secretKey,
  LOOKUP_KEY: service.env.keys.lookup.toString('base64'),
})

const run = (...args: string[]) => runPatientCommand(args, variables)
const runAsked = (email: string, ...args: string[]) =>
  runPatientCommand(args, variables, () => Promise.resolve(email))
const runProcess = (input: string, ...args: string[]) =>
  runScript('scripts/patients.ts', args, variables(), input)

describe('the command', () => {
  it('OPS-05 prints its result and exits with 0, or prints what is wrong and exits with 1', async () => {
    const { profileId, email } = patient
    expect(await runProcess(` ${email.toUpperCase()} \r\nnext\n`, 'find', ...BY)).toEqual({
      code: 0,
      out: `${profileId}\n`,
      err: '',
    })
    expect(await runProcess('', 'find', ...BY)).toEqual({
      code: 1,
      out: '',
      err: 'E-mail address: type it when asked, or give it on standard input.\n',
    })
    const refused = await runProcess('', 'erase', '1')
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toContain('npm run patients')
  })

  it('OPS-05 finds a patient by address, counts, and erases with --apply', async () => {
    const { profileId, email } = patient
    expect(await runAsked(email.toUpperCase(), 'find', ...BY)).toBe(`${profileId}\n`)
    const erase = ['erase', String(profileId), ...BY, '--reason', 'asked by letter']
    const begun = (days: number) =>
      service.db.database.query(
        `set local session_replication_role = replica; update app.events set event_on = event_on + ${days}`,
      )
    // The event is 30 days ahead: yesterday at any time of the day.
    await begun(-31)
    expect(await run(...erase)).toContain('WARNING: an appointment of this patient has begun')
    await begun(31)
    const dry = await run(...erase)
    expect(dry).not.toContain('WARNING')
    expect(dry).toContain('Nothing was changed.')
    expect(dry).toMatch(/^ {5}3 {2}consents$/m)
    expect(await run(...erase, '--apply')).toContain(`Patient ${profileId} is erased`)
    await expect(run(...erase)).rejects.toThrow(new Refusal(`There is no patient ${profileId}.`))
    await expect(runAsked(email, 'find', ...BY)).rejects.toThrow('There is no patient')
  })

  it('OPS-05 refuses an address as an argument, which other users of the machine could read, and looks nothing up', async () => {
    const why = [...BY, '--reason', 'asked by letter']
    for (const args of [
      ['find', patient.email, ...BY],
      ['erase-address', patient.email, ...why],
    ]) {
      await expect(run(...args)).rejects.toThrow(/^Leave the e-mail address out: /)
    }
    expect(await runAsked('nobody@halyard.example', 'erase-address', ...why)).toContain(
      'Nothing was changed. --apply would delete:',
    )
  })

  it('NHS-02 OPS-05 lists the patients with one NHS number, without the number, and removes a wrong one', async () => {
    const nhs_number = testNhsNumber(7)
    const [first, second] = [
      await signUpPatient(service, { nhs_number }),
      await signUpPatient(service, { nhs_number, last_name: 'Quillfeather' }),
    ]
    await signUpPatient(service, { nhs_number: testNhsNumber(8), last_name: 'Alone' })
    const list = await run('same-numbers', ...BY)
    expect(list).toMatch(new RegExp(`^${first.profileId}  Edwin Marlow .*${first.email}`, 'm'))
    expect(list).toMatch(new RegExp(`^${second.profileId}  Edwin Quillfeather `, 'm'))
    expect(list).not.toContain('Alone')
    // The addresses of the patients contain digits too, never this many in this order.
    expect(list).not.toMatch(new RegExp([...nhs_number.replaceAll(' ', '')].join(' ?')))
    const why = [...BY, '--reason', 'not theirs, says the caller']
    expect(await run('remove-number', String(second.profileId), ...why)).toBe(
      `The NHS number of patient ${second.profileId} is removed.\n`,
    )
    expect(await run('same-numbers', ...BY)).toBe('No two patients have the same NHS number.\n')
    await expect(run('remove-number', String(second.profileId), ...why)).rejects.toThrow(
      'no number',
    )
    const { rows } = await service.db.database.query(
      `select action, operator, reason from app.audit_log where action in ('same-numbers-read', 'nhs-number-removed') order by audit_id`,
    )
    expect(rows).toEqual([
      { action: 'same-numbers-read', operator: 'Ada Quill', reason: null },
      {
        action: 'nhs-number-removed',
        operator: 'Ada Quill',
        reason: 'not theirs, says the caller',
      },
      { action: 'same-numbers-read', operator: 'Ada Quill', reason: null },
    ])
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
