import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SanityClient } from '@sanity/client'
import { type Lake, openLake } from '#local/lake/lake.ts'
import { serveLake } from '#local/lake/server.ts'
import { SANITY_API_VERSION } from '#shared/content-lake.ts'
import { LAKE_DATASET, LAKE_PROJECT_ID } from '#shared/stand-in-lake.ts'

export const TEST_TOKEN = 'test-token'
export const TEST_PASSWORDS = {
  editor: 'the-editors',
  second: 'the-seconds',
  viewer: 'the-viewers',
} as const

/** A lake on a free port with its own folder. `faults` collects unexpected errors of the server. */
export type TestLake = { lake: Lake; dir: string; faults: unknown[]; stop: () => Promise<void> }

export async function startTestLake(
  dir = temporaryFolder(),
  now = () => new Date(),
  more: Partial<Parameters<typeof openLake>[0]> = {},
): Promise<TestLake> {
  const faults: unknown[] = []
  const lake = openLake({
    dir,
    token: TEST_TOKEN,
    passwords: TEST_PASSWORDS,
    now,
    ...more,
  })
  const server = await serveLake(lake, 0, (error) => faults.push(error))
  const stop = async () => {
    await close(server)
    rmSync(dir, { recursive: true, force: true })
  }
  return { lake, dir, faults, stop }
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'halyard-lake-'))
}

/** The client of staff tools and the site's build; without a token it is anonymous. */
export function clientFor(origin: string, token?: string): SanityClient {
  return createClient({
    projectId: LAKE_PROJECT_ID,
    dataset: LAKE_DATASET,
    apiHost: origin,
    useProjectHostname: false,
    useCdn: false,
    apiVersion: SANITY_API_VERSION,
    perspective: 'raw',
    ...(token ? { token } : {}),
  })
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

/** The session cookie after signing in. */
export async function signedIn(origin: string, role: keyof typeof TEST_PASSWORDS): Promise<string> {
  const answer = await signIn(origin, `${role}@halyard.example`, `the-${role}s`)
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

export async function signIn(
  origin: string,
  email: string,
  password: string,
  { from = origin, ...headers }: Record<string, string> = {},
): Promise<Response> {
  return await fetch(`${origin}/studio-login`, {
    method: 'POST',
    headers: { origin: from, ...headers },
    body: new URLSearchParams({ email, password, destination: '/studio/structure' }),
    redirect: 'manual',
  })
}
