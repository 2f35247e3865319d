import { describe, expect, it } from 'vitest'
import { confirmEventNotice } from '#events/contract/event-notices.ts'
import { announceEvents } from '#events/server/event-notices.ts'
import { noticesSetup } from './notices-setup.ts'

const { service, ask, rowOf, linkOf, subscribe, importRows } = noticesSetup()

async function announceAgain(externalRef: string): Promise<void> {
  const { database } = service.db
  const { rows } = await database.query<{ payload: Record<string, unknown> }>(
    `select payload from app.jobs j join app.events e on j.payload -> 'event_ids' @> to_jsonb(e.event_id)
      where kind = 'announce-event' and external_ref = $1`,
    [externalRef],
  )
  expect(rows).toHaveLength(1)
  const clock = { now: () => new Date() }
  for (const job of rows) await announceEvents(job, { database, clock })
}

describe('Tell me when there is one near', () => {
  it('EVL-10 starts when the mailed link is confirmed, keeps the district alone, and mails one notice for the new events of an import', async () => {
    const email = 'near@example.org'
    expect((await ask(` Near@Example.org `)).body).toEqual({ status: 'success' })
    expect(await rowOf(email)).toMatchObject({ district: 'IP4', confirmed: false })
    await importRows({ external_ref: 'too-early', city: 'Ipswich', postcode: 'IP1 1AA' })
    const [confirmation] = await service.waitForMails(email, 1)
    expect(confirmation?.subject).toMatch(/^Please confirm your messages from /)
    const token = await linkOf(email)
    expect((await service.visitor().call(confirmEventNotice, { token })).status).toBe(200)
    await importRows(
      {
        external_ref: 'near',
        event_name: 'PSA night of the lodge',
        address_line_1: '1 Quay Street',
        city: 'Ipswich',
        postcode: 'IP1 1AA',
      },
      { external_ref: 'far', city: 'York', postcode: 'YO1 9AA' },
    )
    const mails = await service.waitForMails(email, 2)
    const notice = mails.find(({ subject }) => subject === 'A new event near you')
    expect(notice?.text).toContain('1 Quay Street, Ipswich, IP1 1AA')
    expect(notice?.text).toContain('Tuesday, 16 June 2099')
    expect(notice?.text).toMatch(/(Less than a mile|\d miles?) from IP4/)
    expect(notice?.text).not.toMatch(/PSA|prostate|lodge/i)
    // A changed event is not new, nor is one that is announced again or that was imported before the confirmation and is announced late.
    await importRows({ external_ref: 'near', city: 'Ipswich', postcode: 'IP1 1AA' })
    await announceAgain('near')
    await announceAgain('too-early')
    await service.mailsSettled()
    await service.waitForMails(email, 2)
    // Control: without what was noted, the same announcement sends another one.
    await service.db.database.query(
      'delete from app.event_notices; update app.subscriptions set noticed_mail = null, noticed_at = null',
    )
    await announceAgain('near')
    await service.waitForMails(email, 3)
  })

  it('EVL-10 tells of no private event, not even when it is announced', async () => {
    const email = 'private@example.org'
    await subscribe(email, 'EX1')
    const where = { city: 'Exeter', postcode: 'EX1 1AA' }
    await importRows({
      ...where,
      external_ref: 'hidden',
      is_private: 'true',
      access_code: 'sesame-42',
    })
    const { database } = service.db
    const { rows } = await database.query<{ n: number }>(
      `select count(*) as n from app.jobs j join app.events e on j.payload -> 'event_ids' @> to_jsonb(e.event_id)
        where j.kind = 'announce-event' and e.external_ref = 'hidden'`,
    )
    expect(rows[0]?.n).toBe(0)
    const { rows: events } = await database.query<{ id: number }>(
      `select event_id as id from app.events where external_ref = 'hidden'`,
    )
    const clock = { now: () => new Date() }
    await announceEvents({ payload: { event_id: events[0]?.id } }, { database, clock })
    await service.mailsSettled()
    await service.waitForMails(email, 1)
  })
})
