import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { onTestFinished } from 'vitest'
import type { MapTiles } from '#core/server/config/env-values.ts'

export const silent = pino({ level: 'silent' })

/** The environment of a map with these tiles; kept tiles go into a folder of the test. */
export const mapEnv = (tiles?: MapTiles, cacheDir = '/nowhere', credit?: string) => ({
  siteUrl: 'https://www.halyard.example',
  map: { tiles, credit, cacheDir },
})

/** A folder that lasts as long as the test. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-map-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
