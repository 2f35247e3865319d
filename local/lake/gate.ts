import { busy } from './errors.ts'

type Kind = 'visitor' | 'staff'
type GateLimits = Readonly<Record<'running' | 'waiting', Readonly<Record<Kind, number>>>>

/** Runs few jobs at the same time; the others wait, staff first. Throws 503 when too many wait. */
export class Gate {
  readonly #limits: GateLimits
  readonly #waiting: Record<Kind, (() => void)[]> = { visitor: [], staff: [] }
  #running = 0

  constructor(limits: GateLimits) {
    this.#limits = limits
  }

  async run<Result>(kind: Kind, job: () => Promise<Result>): Promise<Result> {
    if (this.#waiting[kind].length >= this.#limits.waiting[kind])
      throw busy('Too many requests are waiting. Try again in a moment.')
    await new Promise<void>((resolve) => {
      this.#waiting[kind].push(resolve)
      this.#admit()
    })
    try {
      return await job()
    } finally {
      this.#running -= 1
      this.#admit()
    }
  }

  #admit(): void {
    for (const kind of ['staff', 'visitor'] as const) {
      while (this.#running < this.#limits.running[kind]) {
        const next = this.#waiting[kind].shift()
        if (!next) break
        this.#running += 1
        next()
      }
    }
  }
}
