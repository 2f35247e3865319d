import type { Build } from '#content/server/publishing/releases/open-build.ts'
import type { ServedSite, View } from '#core/server/http/served-build.ts'

/** The build that the site shows. */
export type Live = ServedSite<Build> & {
  /** Shows another build from the next request on; running requests finish on theirs. */
  switchTo(build: Build): void
  /** Whether a folder holds the first, the current or the previous build, or serves a running request. */
  isInUse(dir: string): boolean
}

/** Shows `current`, which must have the code of `first`; `previous` was shown before it. */
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
    acquire(response) {
      const acquired = view
      const dirs = [acquired.build, ...acquired.older].map(({ dir }) => dir)
      for (const dir of dirs) count(dir, 1)
      response.once('close', () => {
        for (const dir of dirs) count(dir, -1)
      })
      return acquired
    },
    switchTo(build) {
      if (build.dir === view.build.dir) return
      before = view.build
      // One assignment: no response mixes the files of one build with the policies of another.
      view = viewOf(first, build, before)
    },
    isInUse: (dir) =>
      [first, view.build, before].some((build) => build?.dir === dir) || running.has(dir),
  }
}

function viewOf(first: Build, build: Build, previous: Build | undefined): View<Build> {
  const older = [previous, first].filter((one) => one !== undefined && one.dir !== build.dir)
  return { build, older: [...new Set(older)] as Build[] }
}
