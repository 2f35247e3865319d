import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import sirv from 'sirv'
import { NOTHING_ALLOWED } from '#server/http/headers.ts'
import type { Logger } from '#server/logger.ts'

export type StaticFiles = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void

const ONE_RANGE = /^bytes=(\d{1,12})-(\d{0,12})$/
/** Files whose name changes with their content. */
const HASHED = '/_astro/'
/** Answers to other addresses, with other statuses; at their own there is no page. */
const ERROR_PAGES = /^\/(404|500)(\.html)?(?=[?]|$)/

/**
 * sirv hands whatever a Range header says to the file system, which throws at an end before the start. A server may
 * ignore a range (RFC 9110 14.2), and must where it does not understand If-Range.
 */
function dropUnfitRange({ headers }: IncomingMessage): void {
  const [, first, last] = ONE_RANGE.exec(headers.range ?? '') ?? []
  const isFit = first !== undefined && (last === '' || Number(first) <= Number(last))
  if (!isFit || headers['if-range'] !== undefined) delete headers.range
}

/** The files of a build as they are, by the list made now, with precompressed copies and ranges. */
export function staticFiles(buildDir: string, policies: ReadonlyMap<string, string>): StaticFiles {
  return sirv(join(buildDir, 'client'), {
    etag: true,
    brotli: true,
    gzip: true,
    extensions: ['html'],
    setHeaders(response, path) {
      const lasting = path.startsWith(HASHED)
      response.setHeader(
        'cache-control',
        lasting ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
      )
      const page = path.replace(/(\/index)?\.html$/, '') || '/'
      response.setHeader('content-security-policy', policies.get(page) ?? NOTHING_ALLOWED)
    },
  })
}

/**
 * The files of the build shown; a hashed file that it lacks comes from an older one, whose pages are still open
 * somewhere. Falls to `next` when nobody has it.
 */
export function filesOf(
  builds: readonly { readonly files: StaticFiles }[],
  logger: Logger,
): StaticFiles {
  return (request, response, next) => {
    if (ERROR_PAGES.test(request.url ?? '')) return next()
    dropUnfitRange(request)
    // A file can be gone since, when somebody builds into a running site; unheard, that would end the process.
    response.once('pipe', (file) =>
      file.once('error', (error: NodeJS.ErrnoException) => {
        logger.error({ error: error.code }, 'a file of the build cannot be read')
        response.destroy()
      }),
    )
    const asked = request.url?.startsWith(HASHED) ? builds : builds.slice(0, 1)
    const serve = asked.reduceRight<() => void>(
      (otherwise, { files }) =>
        () =>
          files(request, response, otherwise),
      next,
    )
    serve()
  }
}

/** Where an address with a slash at its end leads: to our own path without it, never to another host. */
export function withoutEndSlash(url: string): string {
  const [path = '/', ...query] = url.split('?')
  // Browsers read a backslash as a slash, and two of them at the start as another host.
  const clean = `/${path.replace(/^[/\\]+|\/+$/g, '')}`
  return query.length > 0 ? `${clean}?${query.join('?')}` : clean
}
