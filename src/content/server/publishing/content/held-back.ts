import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { writeAtomically } from '#shared/node/atomic-file.ts'

/** A published document, as it was at one moment. */
export type Revision = { readonly _id: string; readonly _rev: string }

const revisions = z.record(z.string(), z.string())
const heldBack = z.object({
  /** The sources with which builds failed: others may succeed. */
  code: z.string(),
  /** The revisions that make builds fail, by the ids of their documents. */
  confirmed: revisions,
  /** Held back as well in the next build, to find the document at fault. */
  trial: revisions,
})
type HeldBack = z.output<typeof heldBack>

const fileIn = (releasesDir: string) => join(releasesDir, 'held-back.json')
const NONE: HeldBack = { code: '', confirmed: {}, trial: {} }

function read(releasesDir: string): HeldBack {
  try {
    return heldBack.parse(JSON.parse(readFileSync(fileIn(releasesDir), 'utf8')))
  } catch {
    // Missing, or damaged: then builds find it again.
    return NONE
  }
}

/** The documents of `published` that a build must not show as published: those that have not changed since builds with them failed. */
export function heldIn(releasesDir: string, published: readonly Revision[]): ReadonlySet<string> {
  const { confirmed, trial } = read(releasesDir)
  const held = published.filter(({ _id, _rev }) => confirmed[_id] === _rev || trial[_id] === _rev)
  return new Set(held.map(({ _id }) => _id))
}

export type HeldBackStore = {
  /** The revisions that are known to make builds fail. */
  confirmed(): readonly Revision[]
  /** Has the next builds hold back these as well; they count as confirmed only after `confirm`. */
  hold(trial: readonly Revision[]): void
  /** Holds back `found` until they change, and nothing else beside what was confirmed before. */
  confirm(found: readonly Revision[]): void
}

const recordOf = (list: readonly Revision[]) =>
  Object.fromEntries(list.map(({ _id, _rev }) => [_id, _rev]))

/** The file in the folder of the releases, which each build of these sources (`code`) reads. */
export function heldBackStore(releasesDir: string, code: string): HeldBackStore {
  const confirmed = () => {
    const known = read(releasesDir)
    return known.code === code ? known.confirmed : {}
  }
  const write = (more: Pick<HeldBack, 'confirmed' | 'trial'>) => {
    const isEmpty = [more.confirmed, more.trial].every((one) => Object.keys(one).length === 0)
    if (isEmpty) rmSync(fileIn(releasesDir), { force: true })
    else writeAtomically(fileIn(releasesDir), JSON.stringify({ code, ...more }))
  }
  return {
    confirmed: () => Object.entries(confirmed()).map(([_id, _rev]) => ({ _id, _rev })),
    hold: (trial) => write({ confirmed: confirmed(), trial: recordOf(trial) }),
    confirm: (found) => write({ confirmed: { ...confirmed(), ...recordOf(found) }, trial: {} }),
  }
}
