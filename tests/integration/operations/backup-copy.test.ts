import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { copyIn, copyOut } from '#app/commands/backup/copy.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { perFile } from '#tests/fixtures/per-file.ts'

const test = perFile(testDatabase)

describe('the copy of a table', () => {
  it('OPS-03 a table larger than every buffer on the way is copied byte for byte', async () => {
    const client = new Client({ connectionString: test.url })
    await client.connect()
    const rows = `select n, repeat(md5(n::text), 1 + n % 40) as t from generate_series(1, 60000) n`
    await client.query(`create table app.large as ${rows}`)
    await client.query('create table app.copied (like app.large)')
    const { stream, rows: counted } = copyOut(client, 'copy app.large to stdout')
    const chunks: Buffer[] = []
    for await (const chunk of stream) {
      chunks.push(chunk as Buffer)
      // A slow reader: data arrives while earlier data waits.
      if (chunks.length % 1000 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    expect(await counted).toBe(60_000)
    const whole = Buffer.concat(chunks)
    const parts = Array.from({ length: Math.ceil(whole.length / 100_000) }, (_, n) =>
      whole.subarray(n * 100_000, (n + 1) * 100_000),
    )
    expect(await copyIn(client, 'copy app.copied from stdin', Readable.from(parts))).toBe(60_000)
    const differing = 'select count(*)::int as n from (table app.large except table app.copied) d'
    expect((await client.query(differing)).rows).toEqual([{ n: 0 }])
    await client.query('drop table app.large, app.copied')
    await client.end()
  })

  it('OPS-03 a failed COPY leaves the connection usable', async () => {
    const client = new Client({ connectionString: test.url })
    await client.connect()
    await expect(
      copyIn(client, 'copy app.nothing from stdin', Readable.from(['x'])),
    ).rejects.toThrow(/does not exist/)
    const wrong = Readable.from([Buffer.from('only one column\n')])
    await expect(copyIn(client, 'copy app.products from stdin', wrong)).rejects.toThrow(
      /invalid|missing/,
    )
    const missing = copyOut(client, 'copy app.nothing to stdout')
    await expect(text(missing.stream)).rejects.toThrow(/does not exist/)
    const broken = new Readable({
      read() {
        this.destroy(new Error('unreadable'))
      },
    })
    await expect(copyIn(client, 'copy app.products from stdin', broken)).rejects.toThrow()
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await client.end()
  })
})
