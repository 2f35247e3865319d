import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, expect, inject, it } from 'vitest'
import { startChild } from '#local/runtime/child.ts'
import { collectedMemory, REPORTS_MEMORY } from './collected-memory.ts'
import { expectUnharmed } from './expect-unharmed.ts'
import { type AttackReport, fire } from './fire.ts'
import type { Fault } from './sample-server.ts'

/* Controls of the attack with raw requests; tests/production attacks the real server with it. */
const REQUESTS = 400
const SETTLED_WITHIN_MS = 500
/** Long, because these servers answer late on a busy machine. */
const PATIENCE_MS = 600

const folder = mkdtempSync(join(tmpdir(), 'halyard-attack-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function attackOn(fault: Fault): Promise<AttackReport> {
  const log = join(folder, 'server.log')
  const server = startChild({
    name: `A server with the fault ${fault}`,
    args: [...REPORTS_MEMORY, join(import.meta.dirname, 'sample-server.ts'), fault],
    folder: process.cwd(),
    env: {},
    log,
  })
  const { port, pid } = await server.ready
  const siteUrl = `http://localhost:${port}`
  try {
    return await fire({
      port: Number(port),
      siteUrl,
      seed: inject('seed'),
      requests: REQUESTS,
      pid: Number(pid),
      settledWithinMs: SETTLED_WITHIN_MS,
      patienceMs: PATIENCE_MS,
      memory: collectedMemory(Number(pid), () => readFileSync(log, 'utf8')),
    })
  } finally {
    await server.stop()
  }
}

it('OPS-04 a sound server passes the attack', async () => {
  expectUnharmed(await attackOn('none'))
})

it.each<[Fault, string]>([
  ['write-after-end', 'the process has ended'],
  ['fails', 'to deeply equal []'],
  ['keeps-files-open', 'less than or equal'],
  ['keeps-memory', 'less than'],
])('a server that %s does not pass', async (fault, reason) => {
  const report = await attackOn(fault)
  expect(() => expectUnharmed(report)).toThrow(reason)
})
