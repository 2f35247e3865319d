import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { signUpPatient } from '#tests/fixtures/people.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { testService } from '#tests/fixtures/service.ts'
import { ask } from '#tests/integration/account/reset-setup.ts'

const service = perFile(testService)

describe('jobs that have codes mailed', () => {
  it('AUTH-06 are sent after urgent mails, and those of one network take turns with others', async () => {
    const client = new Client({ connectionString: service.db.url })
    await client.connect()
    try {
      await client.query('begin')
      // Claimed nowhere else: the transaction is rolled back.
      const code = (name: string, network: string) =>
        client.query(
          `select app.queue_work('password-code', $1, jsonb_build_object('id', $1::text), interval '-1 hour', $2)`,
          [name, network],
        )
      for (const n of [1, 2, 3, 4]) await code(`flood-${n}`, 'network:flood')
      await code('patient', 'network:home')
      await client.query(
        `insert into app.jobs (kind, dedupe_key, payload, run_at, priority) values
           ('mail', 'urgent', '{}', app.clock_now(), app.mail_priority('event-cancelled'))`,
      )
      const order: string[] = []
      for (let n = 0; n < 6; n += 1) {
        const { rows } = await client.query<{ dedupe_key: string }>(
          `select dedupe_key from app.claim_job('{mail,password-code}', 60, false)`,
        )
        order.push(rows[0]?.dedupe_key ?? '')
      }
      expect(order).toEqual(['urgent', 'flood-1', 'patient', 'flood-2', 'flood-3', 'flood-4'])
    } finally {
      await client.query('rollback')
      await client.end()
    }
  })

  it('AUTH-06 name the network of the browser by a keyed hash only; a known device has its own turn', async () => {
    const { visitor, email } = await signUpPatient(service)
    await ask(service.visitor('203.0.113.77'), email)
    await ask(visitor, email)
    const { rows } = await service.db.database.query<{
      recipient: string | null
      priority: number
    }>(
      `select recipient, priority from app.jobs where kind = 'password-code' order by job_id desc limit 2`,
    )
    expect(rows.map(({ priority }) => priority)).toEqual([1, 1])
    expect(rows.map(({ recipient }) => recipient)).toEqual([
      null,
      expect.stringMatching(/^network:[\w-]{16}$/),
    ])
  })
})
