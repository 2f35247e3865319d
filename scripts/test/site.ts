import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { stablePort } from '../../local/runtime/ports.ts'
import { TEST_PROCESS_ENV } from '../../tests/fixtures/process-env.ts'

export type Site = { readonly dataDir: string; readonly port: string }

/**
 * The site of the browser tests: in `scratch`, with the `images` that exist already, or (`isKept`) the one of the last
 * run. Its pages are built for an address, so that it keeps its port.
 */
export async function siteUnderTest(
  scratch: string,
  images: string,
  isKept: boolean,
): Promise<Site> {
  const dataDir = join(isKept ? tmpdir() : scratch, `halyard-e2e-${process.getuid?.() ?? 0}`)
  if (!existsSync(dataDir)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    if (existsSync(images)) cpSync(images, dataDir, { recursive: true })
  }
  return { dataDir, port: String(await stablePort(join(dataDir, 'site.port'))) }
}

/** The environment of its start. */
export const startEnv = ({ dataDir, port }: Site) => ({
  ...TEST_PROCESS_ENV,
  PORT: port,
  DATA_DIR: dataDir,
  SITE_URL: `http://localhost:${port}`,
})
