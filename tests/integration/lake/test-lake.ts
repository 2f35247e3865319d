import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SanityClient } from '@sanity/client'
import { LAKE_DATASET, LAKE_PROJECT_ID, type Lake, openLake } from '#local/lake/lake.ts'
import { serveLake } from '#local/lake/server.ts'

export const TEST_TOKEN = 'test-token'

/** A lake on a free port with a folder of its own. Faults of the server itself fail the test that caused them. */
export type TestLake = { lake: Lake; dir: string; faults: unknown[]; stop: () => Promise<void> }

export async function startTestLake(dir = temporaryFolder()): Promise<TestLake> {
  const faults: unknown[] = []
  const lake = openLake({ dir, token: TEST_TOKEN })
  const server = await serveLake(lake, 0, (error) => faults.push(error))
  const stop = async () => {
    await close(server)
    lake.store.close()
    rmSync(dir, { recursive: true, force: true })
  }
  return { lake, dir, faults, stop }
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'halyard-lake-'))
}

/** The client as staff tools and the site's build use it; without a token it is an anonymous visitor. */
export function clientFor(origin: string, token?: string): SanityClient {
  return createClient({
    projectId: LAKE_PROJECT_ID,
    dataset: LAKE_DATASET,
    apiHost: origin,
    useProjectHostname: false,
    useCdn: false,
    apiVersion: '2026-11-01',
    perspective: 'raw',
    ...(token ? { token } : {}),
  })
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
