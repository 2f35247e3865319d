import type { ServerResponse } from 'node:http'
import type { Build } from '#server/publishing/build.ts'

/** What one request is answered from, whatever is switched while it runs. */
export type View = {
  readonly build: Build
  /** Where open pages may still have their scripts, styles and pictures from: the build before, and the first. */
  readonly older: readonly Build[]
}

/** The build that the site shows, and the switch to another. */
export type Live = {
  /** What the process started from: its handler renders the pages on demand, for as long as it runs. */
  readonly first: Build
  readonly current: Build
  /** The build that answers a request, kept from removal until its answer has ended. */
  take(response: ServerResponse): View
  /** Shows another build from the next request on; running ones end on theirs. */
  switchTo(build: Build): void
  /** Whether a folder is shown, was shown last, or still answers somebody. */
  isInUse(dir: string): boolean
}

/** Shows `current`, of the code of `first`; `previous` is what was shown before a restart. */
export function createLive(first: Build, current = first, previous?: Build): Live {
  let view = viewOf(first, current, previous)
  let before = previous
  const running = new Map<string, number>()
  const count = (dir: string, by: 1 | -1) => {
    const left = (running.get(dir) ?? 0) + by
    if (left === 0) running.delete(dir)
    else running.set(dir, left)
  }
  return {
    first,
    get current() {
      return view.build
    },
    take(response) {
      const taken = view
      const dirs = [taken.build, ...taken.older].map(({ dir }) => dir)
      for (const dir of dirs) count(dir, 1)
      response.once('close', () => {
        for (const dir of dirs) count(dir, -1)
      })
      return taken
    },
    switchTo(build) {
      if (build.dir === view.build.dir) return
      before = view.build
      // One reference: nobody ever sees the files of one build with the policies of another.
      view = viewOf(first, build, before)
    },
    isInUse: (dir) =>
      [first, view.build, before].some((build) => build?.dir === dir) || running.has(dir),
  }
}

function viewOf(first: Build, build: Build, previous: Build | undefined): View {
  const older = [previous, first].filter((one) => one !== undefined && one.dir !== build.dir)
  return { build, older: [...new Set(older)] as Build[] }
}
