import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { writeAtomically } from '#shared/node/atomic-file.ts'

/** A published document, as it was at one moment. */
export type Revision = { readonly _id: string; readonly _rev: string }

const revisions = z.record(z.string(), z.string())
const excluded = z.object({
  /** The sources with which builds failed: others may succeed. */
  code: z.string(),
  /** The revisions that make builds fail, by the ids of their documents. */
  confirmed: revisions,
  /** Excluded as well from the next build, to find the document at fault. */
  trial: revisions,
})
type Excluded = z.output<typeof excluded>

const fileIn = (releasesDir: string) => join(releasesDir, 'held-back.json')
const NONE: Excluded = { code: '', confirmed: {}, trial: {} }

function read(releasesDir: string): Excluded {
  try {
    return excluded.parse(JSON.parse(readFileSync(fileIn(releasesDir), 'utf8')))
  } catch {
    // Missing, or damaged: then builds find it again.
    return NONE
  }
}

/** The documents of `published` that a build must not show as published: those that have not changed since builds with them failed. */
export function excludedIn(
  releasesDir: string,
  published: readonly Revision[],
): ReadonlySet<string> {
  const { confirmed, trial } = read(releasesDir)
  const found = published.filter(({ _id, _rev }) => confirmed[_id] === _rev || trial[_id] === _rev)
  return new Set(found.map(({ _id }) => _id))
}

export type ExclusionStore = {
  /** The revisions that are known to make builds fail. */
  confirmed(): readonly Revision[]
  /** Excludes these as well from the next builds; they count as confirmed only after `confirm`. */
  exclude(trial: readonly Revision[]): void
  /** Excludes `found` until they change, and nothing else beside what was confirmed before. */
  confirm(found: readonly Revision[]): void
}

const recordOf = (list: readonly Revision[]) =>
  Object.fromEntries(list.map(({ _id, _rev }) => [_id, _rev]))

/** The file in the folder of the releases, which each build of these sources (`code`) reads. */
export function exclusionStore(releasesDir: string, code: string): ExclusionStore {
  const confirmed = () => {
    const known = read(releasesDir)
    return known.code === code ? known.confirmed : {}
  }
  const write = (more: Pick<Excluded, 'confirmed' | 'trial'>) => {
    const isEmpty = [more.confirmed, more.trial].every((one) => Object.keys(one).length === 0)
    if (isEmpty) rmSync(fileIn(releasesDir), { force: true })
    else writeAtomically(fileIn(releasesDir), JSON.stringify({ code, ...more }))
  }
  return {
    confirmed: () => Object.entries(confirmed()).map(([_id, _rev]) => ({ _id, _rev })),
    exclude: (trial) => write({ confirmed: confirmed(), trial: recordOf(trial) }),
    confirm: (found) => write({ confirmed: { ...confirmed(), ...recordOf(found) }, trial: {} }),
  }
}
