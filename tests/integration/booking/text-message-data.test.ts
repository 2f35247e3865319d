import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { getSmsChoice, setSmsChoice } from '#booking/contract/sms.ts'
import { exportOwnData } from '#portal/contract/own-data.ts'
import { buildConsent, buildEvent } from '#tests/fixtures/builders.ts'
import { testService } from '#tests/fixtures/service.ts'
import { bookAt, newLocalPatient } from './reminder-people.ts'
import { DAY, SMS_KEY, smsSetup } from './sms-setup.ts'

const sms = smsSetup()
const { at, newReader, settled, outcomesOf } = sms

describe('text messages and the data of a patient', () => {
  it('REM-02 a provider that does not answer holds no mail up', async () => {
    const silent = createServer(() => undefined)
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const waiting = await testService({
      source: { SMS_URL: `http://127.0.0.1:${port}`, SMS_KEY, SMS_SENDER: 'Halyard' },
    })
    try {
      const eventId = await buildEvent(waiting.db.database, { event_on: DAY })
      for (const time of ['09:00', '09:10', '09:20']) {
        const patient = await newLocalPatient(waiting, { phone: '07700 900123' })
        await buildConsent(waiting.db.database, patient.profileId, DAY)
        await patient.visitor.call(setSmsChoice, { wants: true })
        await bookAt(patient, { eventId, day: DAY, time })
        await waiting.waitForMails(patient.email, 1)
      }
      const { rows } = await waiting.db.database.query(
        `select attempts from app.jobs where kind = 'sms' and done_at is null and locked_until > app.clock_now()`,
      )
      expect(rows).toEqual([{ attempts: 1 }])
    } finally {
      silent.closeAllConnections()
      await new Promise((resolve) => silent.close(resolve))
      await waiting.close()
    }
  })

  it('REM-02 ‘Download my data’ has the choice and the times of messages, not their words; deleting the account deletes both', async () => {
    const reader = await newReader()
    await bookAt(reader, at('10:30'))
    await settled()
    const file = await reader.visitor.call(exportOwnData)
    const sections = file.body['sections'] as { table: string; rows: Record<string, unknown>[] }[]
    const rowsOf = (name: string) => sections.find(({ table }) => table === name)?.rows
    expect(rowsOf('sms_choices')).toMatchObject([{ wants: true }])
    expect(rowsOf('sms_messages')).toMatchObject([
      { kind: 'confirmation', outcome: 'sent', ended_at: expect.any(String) },
    ])
    expect(file.text).not.toContain('is confirmed:')
    await sms.service.db.database.query(
      `select app.erase_patient(p_profile => $1, p_operator => 'test', p_reason => 'test', p_enquiries => '{}')`,
      [reader.profileId],
    )
    expect(await outcomesOf(reader.profileId)).toEqual([])
    const { rows } = await sms.service.db.database.query(
      `select from app.jobs where kind = 'sms' and payload ->> 'profile_id' = $1`,
      [String(reader.profileId)],
    )
    expect(rows).toEqual([])
  })

  it('REM-02 an account that is closed and keeps its tests keeps no choice and no message', async () => {
    const reader = await newReader()
    await bookAt(reader, at('10:40'))
    await settled()
    await sms.service.db.database.query(
      'update app.profiles set is_active = false where profile_id = $1',
      [reader.profileId],
    )
    expect(await outcomesOf(reader.profileId)).toEqual([])
    const { rows } = await sms.service.db.database.query(
      'select from app.sms_choices where profile_id = $1',
      [reader.profileId],
    )
    expect(rows).toEqual([])
  })

  it('REM-02 without a provider nothing is sent and nobody can start them', async () => {
    const without = await testService()
    try {
      const patient = await newLocalPatient(without, { phone: '07700 900123' })
      const refused = await patient.visitor.call(setSmsChoice, { wants: true })
      expect([refused.status, refused.body['reason']]).toEqual([409, 'sms-off'])
      expect((await patient.visitor.call(getSmsChoice)).body).toMatchObject({ available: false })
      expect((await patient.visitor.call(setSmsChoice, { wants: false })).status).toBe(200)
    } finally {
      await without.close()
    }
  })
})
