import type { ServerResponse } from 'node:http'
import type { CodedBody } from '#core/server/http/coding.ts'
import type { StaticFiles } from '#core/server/http/static.ts'

/** A page of a build that the search has found. */
export type FoundPage = {
  readonly path: string
  readonly title: string
  readonly description: string
}

/**
 * A finished build, ready to be served: its files, as listed when it was opened, and everything that belongs to them.
 * A response takes its body and its headers from the same build.
 */
export type ServedBuild = {
  readonly dir: string
  readonly settings: Readonly<Record<string, unknown>>
  readonly files: StaticFiles
  readonly policies: ReadonlyMap<string, string>
  /** The pages that have certain words, the best first (SITE-17). */
  readonly find: (words: string) => readonly FoundPage[]
  /** The targets of redirects, by path. */
  readonly redirects: ReadonlyMap<string, string>
  readonly errorPages: Readonly<Record<404 | 500 | 503, CodedBody>>
}

/** What one request is served from, even when the live build changes while it runs. */
export type View<Build extends ServedBuild = ServedBuild> = {
  readonly build: Build
  /** The previous and the first build: open pages may still load their scripts, styles and pictures from them. */
  readonly older: readonly Build[]
}

/** The build that the site shows. */
export type ServedSite<Build extends ServedBuild = ServedBuild> = {
  /** The build that the process started from. Its handler renders the pages on demand until the process ends. */
  readonly first: Build
  readonly current: Build
  /** The builds to serve a request from; they are not removed before its response is closed. */
  acquire(response: ServerResponse): View<Build>
}
