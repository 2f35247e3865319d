import { type ChildProcess, fork } from 'node:child_process'
import type { SanityClient } from '@sanity/client'
import { KEEP_COMPILED, TEST_PROCESS_ENV } from '#tests/fixtures/process-env.ts'
import { clientFor, TEST_TOKEN } from './test-lake.ts'

/** A lake in its own process, which a test can kill. */
export type LakeProcess = {
  origin: string
  revision: string
  pid: number
  client: SanityClient
  /** What the lake has reported. */
  errors: () => string
  kill: () => Promise<void>
}

/** Starts `program` (by default the lake) on a folder; resolves when it is ready. */
export async function startLakeProcess(
  dir: string,
  more: Record<string, string> = {},
  program = 'local/lake/main.ts',
): Promise<LakeProcess> {
  const env = { ...TEST_PROCESS_ENV, LAKE_DIR: dir, LAKE_TOKEN: TEST_TOKEN, ...more }
  const child = fork(program, { env, execArgv: KEEP_COMPILED, silent: true })
  let errors = ''
  child.stderr?.on('data', (text) => {
    errors += String(text)
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const { origin, revision } = await readyMessage(child, ended, () => errors)
  return {
    origin,
    revision,
    pid: child.pid ?? 0,
    client: clientFor(origin, TEST_TOKEN),
    errors: () => errors,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

function readyMessage(
  child: ChildProcess,
  ended: Promise<number | null>,
  errors: () => string,
): Promise<{ origin: string; revision: string }> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as { origin: string; revision: string }))
    void ended.then((code) => reject(new Error(`The lake ended with ${code}: ${errors()}`)))
  })
}
