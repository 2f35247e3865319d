import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { createSealer } from '#core/server/security/seal.ts'
import { importEvents } from '#events/commands/import-events.ts'
import { confirmEventNotice, createEventNotice } from '#events/contract/event-notices.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { type Mail, testService } from '#tests/fixtures/service.ts'
import { type Cells, csv, VALID } from '#tests/integration/events/import-setup.ts'

export const tokenIn = (mail: Mail | undefined) =>
  /\/event-notice\?(?:token|stop)=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''

/** The API, with subscriptions to new events and imports of them. Registers the hooks of the test file. */
export function noticesSetup() {
  const service = perFile(testService)

  const ask = (email: string, postcode = 'IP4 2BE', more = {}, network = '192.0.2.1') =>
    service.visitor(network).call(createEventNotice, { postcode, email, ...more })

  const rowOf = async (email: string) => {
    const { rows } = await service.db.database.query<Record<string, unknown>>(
      `select district, asked_district, confirmed_at is not null as confirmed, ended_at is not null as ended,
          encode(token_hash, 'hex') as hash
         from app.subscriptions where email = $1 and kind = 'events-near'`,
      [email],
    )
    return rows[0]
  }

  /** The token of the newest confirmation among so many mails. */
  async function linkOf(email: string, count = 1): Promise<string> {
    const tokens = (await service.waitForMails(email, count)).map(tokenIn)
    const hash = (await rowOf(email))?.['hash']
    return tokens.find((one) => createHash('sha256').update(one).digest('hex') === hash) ?? ''
  }

  return {
    service,
    ask,
    rowOf,
    linkOf,
    async subscribe(email: string, postcode?: string): Promise<void> {
      expect((await ask(email, postcode)).status).toBe(200)
      const token = await linkOf(email)
      expect((await service.visitor().call(confirmEventNotice, { token })).status).toBe(200)
    },
    async importRows(...rows: Cells[]): Promise<void> {
      const outcome = await importEvents(
        { database: service.db.database, sealer: createSealer(service.env.keys) },
        csv(...rows.map((row) => ({ ...VALID, event_date: '2099-06-16', ...row }))),
        'Olive',
      )
      expect(outcome).toMatchObject({ ok: true })
    },
  }
}
