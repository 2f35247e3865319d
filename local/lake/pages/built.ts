import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { httpError } from '../errors.ts'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}
const SAFE_NAME = /^[\w-]+(\.[\w-]+)+$/

/** The built page loads Sanity's dashboard bridge and fonts from a CDN; the stand-in works offline. */
const REMOTE_RESOURCES = [
  /<script src="https:\/\/core\.sanity-cdn\.com[^>]*><\/script>/g,
  /@font-face\s*\{[^}]*https:\/\/[^}]*\}/g,
]
const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g

export function isStudioBuilt(folder: string | undefined): folder is string {
  return folder !== undefined && existsSync(join(folder, 'index.html'))
}

/** The Studio's page with a content security policy that allows only its own scripts, and to show pages of `siteUrl`. */
export async function studioPage(folder: string, siteUrl?: string): Promise<Response> {
  const built = await readFile(join(folder, 'index.html'), 'utf8')
  const page = REMOTE_RESOURCES.reduce((text, pattern) => text.replaceAll(pattern, ''), built)
  return new Response(page, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyFor(page, siteUrl),
      'referrer-policy': 'same-origin',
      'cache-control': 'no-cache',
    },
  })
}

/**
 * The Studio creates styles at run time; scripts are its own files, and inline ones by their hash. It asks the site for a page
 * to show beside a form; a frame without an address has its parent's policy, so what the page looks like is allowed here.
 */
function policyFor(page: string, siteUrl: string | undefined): string {
  const site = siteUrl === undefined ? '' : ` ${new URL(siteUrl).origin}`
  const hashes = [...page.matchAll(INLINE_SCRIPT)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    `style-src 'self' 'unsafe-inline'${site}`,
    `img-src 'self' data: blob:${site}`,
    `font-src 'self' data:${site}`,
    "media-src 'self' blob:",
    `connect-src 'self'${site}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** A static file of the Studio; immutable if its name contains a content hash. */
export async function studioFile(folder: string, name: string): Promise<Response> {
  const type = TYPES[extname(name)]
  const content =
    SAFE_NAME.test(name) && type
      ? await readFile(join(folder, 'static', name)).catch(() => undefined)
      : undefined
  if (!content || !type) throw httpError(404, 'There is no such file')
  const hashed = /-[\w-]{8}\.\w+$/.test(name)
  return new Response(new Uint8Array(content), {
    headers: {
      'content-type': type,
      'cache-control': hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    },
  })
}
