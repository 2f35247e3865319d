import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { referenceNumber } from '#booking/rules/appointment.ts'
import { exportOwnData } from '#portal/contract/own-data.ts'
import {
  acknowledgeResult,
  getResultLetter,
  listResults,
  type ResultItem,
} from '#results/contract/results.ts'
import { RESULT_DAYS } from '#results/rules/result-saying.ts'
import { WAITING_TEXTS } from '#results/texts/results.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import {
  buildAttended,
  buildReleased,
  buildResult,
  buildSpoiled,
  correct,
  hide,
  judge,
  release,
  TEST_RESULT,
} from '#tests/fixtures/released-result.ts'
import { auditOf, type Reader, readingSite } from './reading-setup.ts'

const site = perFile(readingSite)

async function itemsOf({ visitor, profileId }: Reader): Promise<ResultItem[]> {
  const { status, body } = await visitor.call(listResults, { profileId })
  expect(status).toBe(200)
  return body['data'] as ResultItem[]
}

/** Asks for the list, for the letter, and to store that a result was read: the answers in this order. */
async function askAll({ visitor }: Reader, profileId: number, resultId: string) {
  const one = { profileId, result_id: resultId }
  return [
    await visitor.call(listResults, { profileId }),
    await visitor.call(getResultLetter, one),
    await visitor.call(acknowledgeResult, { ...one, round: 1 }),
  ].map(({ status, body }) => `${status} ${body['reason']}`)
}

const built = (reader: Reader, overrides: Parameters<typeof buildReleased>[3] = {}) =>
  buildReleased(site.database, site.sealer, reader.profileId, overrides)

describe('the list of results', () => {
  it('RES-01 RES-02 API-04 API-07 has appointment and result with the specified names, the newest test first', async () => {
    const reader = await site.newReader()
    await buildAttended(site.database, reader.profileId, 'booked')
    const newer = await built(reader, {
      value: '<0.1',
      comments: 'All good.',
      takenAt: '2026-11-05T10:20:00Z',
    })
    const older = await built(reader, {
      isWalkIn: true,
      light: 'amber',
      riskGroup: 'high',
      comments: 'See you in a year.',
      takenAt: '2025-11-05T10:20:00Z',
    })
    const items = await itemsOf(reader)
    // The other event is still to come.
    expect(items.map(({ result }) => result?.result_id)).toEqual([
      newer.resultId,
      older.resultId,
      undefined,
    ])
    const [linked, walkIn, waiting] = items
    expect(waiting).toEqual({
      appointment: expect.any(Object),
      result: null,
      waiting: 'to-come',
    })
    expect(linked).toMatchObject({
      appointment: { event_name: 'Harbour Hall', product_name: expect.stringContaining('PSA') },
      result: {
        says: 'all',
        test: expect.stringContaining('PSA'),
        reference: referenceNumber(newer.appointmentId ?? ''),
        test_result: '<0.1',
        test_unit: 'ng/mL',
        comments: 'All good.',
        sample_date: '2026-11-05',
        sample_time: '10:20',
        laboratory: 'Eastmoor Pathology',
        retest_on: '2029-11-05',
        retest_state: 'arranged',
        corrected: false,
        read_at: null,
      },
    })
    expect(walkIn).toMatchObject({
      appointment: null,
      result: {
        says: 'earlier',
        test: expect.stringContaining('PSA'),
        reference: null,
        test_result: '1.20',
        light: 'amber',
        comments: null,
        risk_group: null,
        retest_on: null,
        retest_state: null,
      },
    })
  })

  it('LAB-14 promises a free repeat of a spoiled sample until it is used, here and in the own data', async () => {
    const reader = await site.newReader()
    const { database, sealer } = site
    const { sampleId } = await buildSpoiled(database, sealer, reader.profileId)
    const { appointmentId } = await buildAttended(database, reader.profileId)
    const said = async () => {
      const exported = await reader.visitor.call(exportOwnData)
      const { sections } = exported.body as { sections: { table: string; rows: object[] }[] }
      const rowsOf = (table: string) => sections.find((one) => one.table === table)?.rows
      expect(rowsOf('free_repeats')).toHaveLength(1)
      const items = await itemsOf(reader)
      expect(items).toHaveLength(2)
      return [
        items.map(({ waiting }) => waiting).filter((waiting) => waiting !== 'to-come'),
        (rowsOf('results') as { status: string }[]).map(({ status }) => status),
      ]
    }
    expect(await said()).toEqual([['spoiled'], [WAITING_TEXTS.spoiled]])
    await database.query('update app.free_repeats set appointment_id = $1 where sample_id = $2', [
      appointmentId,
      sampleId,
    ])
    expect(await said()).toEqual([['repeated'], [WAITING_TEXTS.repeated]])
    expect(WAITING_TEXTS.repeated).not.toMatch(/free of charge|please book/i)
  })

  it('LAB-14 RES-01 a tube without an appointment is an item with its event while it waits or is spoiled, and once with its result', async () => {
    const { database, sealer } = site
    const [spoiled, waiting] = [await site.newReader(), await site.newReader()]
    const event = { event_name: 'Harbour Hall', product_name: expect.stringContaining('PSA') }
    await buildSpoiled(database, sealer, spoiled.profileId, { isWalkIn: true })
    expect(await itemsOf(spoiled)).toMatchObject([
      { appointment: event, result: null, waiting: 'spoiled' },
    ])
    const { resultId } = await buildResult(database, sealer, waiting.profileId, { isWalkIn: true })
    expect(await itemsOf(waiting)).toMatchObject([{ appointment: event, result: null }])
    await release(database, resultId)
    expect(await itemsOf(waiting)).toMatchObject([
      { appointment: null, result: { result_id: resultId } },
    ])
  })

  it('RES-02 RES-05 while the newest result is held, no answer has the advice of an earlier one', async () => {
    const reader = await site.newReader()
    const newest = await built(reader, { light: 'red' })
    const older = { takenAt: '2025-11-05T10:20:00Z', comments: 'See you in a year.' }
    await built(reader, older)
    await hide(site.database, 'hold', newest.resultId)
    const items = await itemsOf(reader)
    expect(items.map(({ result }) => result?.says)).toEqual(['withheld', 'earlier-ask'])
    expect(items[1]?.result).toMatchObject({ light: 'green', retest_on: null, comments: null })
  })

  it('RES-01 is empty for a patient without appointments', async () => {
    expect(await itemsOf(await site.newReader())).toEqual([])
  })

  it('RES-05 has no result that is not released, and none of its content', async () => {
    const reader = await site.newReader()
    const { resultId } = await buildResult(site.database, site.sealer, reader.profileId)
    expect(await itemsOf(reader)).toMatchObject([{ appointment: expect.any(Object), result: null }])
    await release(site.database, resultId)
    expect(await itemsOf(reader)).toMatchObject([{ result: { result_id: resultId } }])
  })

  it.each(['hold', 'withdraw'] as const)(
    'RES-05 RES-02 after %s, a result is withheld at once: no value, colour, comment or date of the next test',
    async (step) => {
      const reader = await site.newReader()
      const { resultId } = await built(reader, { comments: 'Please call.' })
      await hide(site.database, step, resultId)
      const [item] = await itemsOf(reader)
      expect(item?.result).toMatchObject({
        result_id: resultId,
        state: 'withheld',
        test_result: null,
        test_unit: null,
        comments: null,
        light: null,
        risk_group: null,
        retest_on: null,
      })
    },
  )

  it('LAB-11 a laboratory without a number of days has the default of a test without a tube', async () => {
    const { rows } = await site.database.query<{ days: string }>(
      `select column_default as days from information_schema.columns
        where table_schema = 'app' and table_name = 'labs' and column_name = 'result_days'`,
    )
    expect(rows).toEqual([{ days: String(RESULT_DAYS) }])
  })

  it('RES-05 a corrected result replaces the earlier one and says so', async () => {
    const reader = await site.newReader()
    const first = await built(reader, { value: '1.20' })
    const next = await correct(site.database, site.sealer, first, { value: '4.20', light: 'amber' })
    const items = await itemsOf(reader)
    expect(items).toHaveLength(1)
    expect(items[0]?.result).toMatchObject({
      result_id: next,
      test_result: '4.20',
      corrected: true,
      state: 'released',
    })
  })

  it('RES-01 a result whose key is missing is withheld, the others are shown, and its id is logged', async () => {
    const reader = await site.newReader()
    const sound = await built(reader)
    const moved = await built(reader)
    // Values are bound to their row: another result's value cannot be read here.
    await site.database.query(
      `set session_replication_role = replica;
       update app.results set finding_sealed = (select finding_sealed from app.results where result_id = '${sound.resultId}')
        where result_id = '${moved.resultId}';
       set session_replication_role = origin`,
    )
    const items = await itemsOf(reader)
    expect(items.map(({ result }) => [result?.result_id, result?.state])).toEqual([
      [moved.resultId, 'withheld'],
      [sound.resultId, 'released'],
    ])
    expect(site.logged.join()).toContain(moved.resultId)
  })
})

describe('who may read', () => {
  it('AUTH-12 RES-01 a patient whose address is not confirmed is refused, and no reading is recorded', async () => {
    const reader = await site.newReader({ is_verified: false })
    const { resultId } = await built(reader)
    const { profileId } = reader
    const answers = await askAll(reader, profileId, resultId)
    expect(answers).toEqual(Array(3).fill('403 email-not-verified'))
    expect(await auditOf(site.database, reader)).toEqual([])
    await site.database.query('update app.profiles set is_verified = true where profile_id = $1', [
      profileId,
    ])
    expect(await itemsOf(reader)).toHaveLength(1)
  })

  it('RES-03 API-08 another profileId answers 403 and is recorded', async () => {
    const [owner, other] = [await site.newReader(), await site.newReader()]
    const { resultId } = await built(owner)
    const answers = await askAll(other, owner.profileId, resultId)
    expect(answers).toEqual(Array(3).fill('403 forbidden'))
    expect(await auditOf(site.database, other)).toEqual(
      Array(3).fill(`foreign-access-refused profile:${owner.profileId}`),
    )
  })

  it('RES-03 another patient’s result under the own profileId answers 403 and is recorded', async () => {
    const [owner, other] = [await site.newReader(), await site.newReader()]
    const { resultId } = await built(owner)
    const refused = await askAll(other, other.profileId, resultId)
    expect(refused).toEqual(['200 undefined', '403 forbidden', '403 forbidden'])
    expect(await auditOf(site.database, other)).toEqual(
      Array(2).fill(`foreign-access-refused result:${resultId}`),
    )
    const unknown = await askAll(other, other.profileId, randomUUID())
    expect(unknown.slice(1)).toEqual(Array(2).fill('404 result-not-found'))
  })
})

describe('I have read this', () => {
  it('RES-02 is stored once with its time and one audit entry; a correction is unread again', async () => {
    const reader = await site.newReader()
    const first = await built(reader)
    const { visitor, profileId } = reader
    const input = { profileId, result_id: first.resultId, round: 1 }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => visitor.call(acknowledgeResult, input)),
    )
    const times = new Set(answers.map(({ body }) => body['read_at']))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(times.size).toBe(1)
    expect(await auditOf(site.database, reader)).toEqual([
      `result-acknowledged result:${first.resultId}`,
    ])
    expect((await itemsOf(reader))[0]?.result?.read_at).toBe([...times][0])

    const next = await correct(site.database, site.sealer, first, { value: '1.30' })
    expect((await itemsOf(reader))[0]?.result).toMatchObject({ result_id: next, read_at: null })
  })

  it('RES-02 a judgement that was not shown is not marked as read: the answer says that the result changed', async () => {
    const reader = await site.newReader()
    const { resultId } = await built(reader, { light: 'green' })
    const [shown] = await itemsOf(reader)
    await hide(site.database, 'hold', resultId)
    await judge(site.database, site.sealer, resultId, { ...TEST_RESULT, light: 'red' }, 2)
    await release(site.database, resultId, { isHeld: true })
    const { visitor, profileId } = reader
    const read = (round: number | null | undefined) =>
      visitor.call(acknowledgeResult, { profileId, result_id: resultId, round: round ?? 0 })
    const stale = await read(shown?.result?.round)
    expect([stale.status, stale.body['reason']]).toEqual([409, 'result-changed'])
    const [now] = await itemsOf(reader)
    expect(now?.result).toMatchObject({ light: 'red', round: 2, read_at: null })
    expect((await read(now?.result?.round)).status).toBe(200)
    expect((await itemsOf(reader))[0]?.result?.read_at).not.toBeNull()
  })

  it('RES-05 is refused for a withheld result', async () => {
    const reader = await site.newReader()
    const { resultId } = await built(reader)
    await hide(site.database, 'hold', resultId)
    const { visitor, profileId } = reader
    const answer = await visitor.call(acknowledgeResult, {
      profileId,
      result_id: resultId,
      round: 1,
    })
    expect([answer.status, answer.body['reason']]).toEqual([404, 'result-not-found'])
  })
})
