import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { httpError } from '../errors.ts'
import type { Reply } from '../http.ts'

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

/** The Studio brings a bridge to Sanity's own dashboard and fonts from its CDN: nothing of ours asks the internet. */
const FOREIGN = [
  /<script src="https:\/\/core\.sanity-cdn\.com[^>]*><\/script>/g,
  /@font-face\s*\{[^}]*https:\/\/[^}]*\}/g,
]
const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g

export function isStudioBuilt(folder: string | undefined): folder is string {
  return folder !== undefined && existsSync(join(folder, 'index.html'))
}

/** The Studio's one page, with a policy that lets run what stands in it and nothing else. */
export async function studioPage(folder: string): Promise<Reply> {
  const built = await readFile(join(folder, 'index.html'), 'utf8')
  const page = FOREIGN.reduce((text, foreign) => text.replaceAll(foreign, ''), built)
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyFor(page),
      'referrer-policy': 'same-origin',
      'cache-control': 'no-cache',
    },
    body: page,
  }
}

/** Styles are made by the Studio while it runs; scripts are its own files and the inline ones by their hash. */
function policyFor(page: string): string {
  const hashes = [...page.matchAll(INLINE_SCRIPT)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** One of the files beside it; their names change with their content. */
export async function studioFile(folder: string, name: string): Promise<Reply> {
  const type = TYPES[extname(name)]
  const content =
    SAFE_NAME.test(name) && type
      ? await readFile(join(folder, 'static', name)).catch(() => undefined)
      : undefined
  if (!content || !type) throw httpError(404, 'There is no such file')
  const hashed = /-[\w-]{8}\.\w+$/.test(name)
  return {
    status: 200,
    headers: {
      'content-type': type,
      'cache-control': hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    },
    body: content,
  }
}
