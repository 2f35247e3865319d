import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { PUBLISHING_FAILURES, type PublishingFailure } from '#core/rules/publishing-status.ts'
import { writeAtomically } from '#shared/node/atomic-file.ts'

const failing = z.object({ since: z.iso.datetime(), kind: z.enum(PUBLISHING_FAILURES) })
/** Since when publications fail, and why the last one did. */
export type Failing = z.output<typeof failing>

const fileIn = (releasesDir: string) => join(releasesDir, 'failing.json')

/** Undefined while publications succeed. On the disk, because any process of the site may report it, also after a restart. */
export function readFailing(releasesDir: string): Failing | undefined {
  try {
    return failing.parse(JSON.parse(readFileSync(fileIn(releasesDir), 'utf8')))
  } catch {
    return
  }
}

/** Notes how a publication ended: `kind` is why it failed, undefined when it succeeded. */
export function noteFailing(
  releasesDir: string,
  kind: PublishingFailure | undefined,
  now: Date,
): void {
  const file = fileIn(releasesDir)
  try {
    if (kind === undefined) rmSync(file, { force: true })
    else {
      const since = readFailing(releasesDir)?.since ?? now.toISOString()
      writeAtomically(file, JSON.stringify({ since, kind } satisfies Failing))
    }
  } catch {
    // A full disk: the log has the failure.
  }
}
