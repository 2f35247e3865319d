import type { ServerResponse } from 'node:http'
import type { Build } from '#content/server/publishing/releases/open-build.ts'

/** What one request is served from, even when the live build changes while it runs. */
export type View = {
  readonly build: Build
  /** The previous and the first build: open pages may still load their scripts, styles and pictures from them. */
  readonly older: readonly Build[]
}

/** The build that the site shows. */
export type Live = {
  /** The build that the process started from. Its handler renders the pages on demand until the process ends. */
  readonly first: Build
  readonly current: Build
  /** The builds to serve a request from; they are not removed before its response is closed. */
  acquire(response: ServerResponse): View
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

function viewOf(first: Build, build: Build, previous: Build | undefined): View {
  const older = [previous, first].filter((one) => one !== undefined && one.dir !== build.dir)
  return { build, older: [...new Set(older)] as Build[] }
}
