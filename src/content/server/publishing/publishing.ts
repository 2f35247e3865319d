import type { Live } from '#content/server/publishing/releases/live.ts'

export type Publishing = {
  readonly live: Live
  /** Requests a build durably; throws when the disk refuses. */
  request(): void
  /** Continues unfinished requests of the last run; `onPublished` is called after each publication. */
  start(onPublished: () => void): void
  stop(): Promise<void>
}
