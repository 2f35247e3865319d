import type { APIRoute } from 'astro'
import { listFiles } from '#content/read/files.ts'

export const prerender = false

/** Timeout for the lake's response headers; the body may take longer. */
const TIME_OUT_MS = 10_000
const KEPT = ['content-length', 'content-range', 'accept-ranges'] as const

/** A file of a draft, from the lake; files of published content are copies (`pages/files`). */
export const GET: APIRoute = async ({ locals: { preview, services }, request }) => {
  const file = preview && (await listFiles()).find(({ href }) => href === preview.path)
  const isOurs = (kind: 'files' | 'images') => services.preview.isAsset(kind, file?.url ?? null)
  if (file === undefined || !(isOurs('files') || isOurs('images'))) {
    return new Response(null, { status: 404 })
  }
  const answer = await requestFile(file.url, request.headers.get('range')).catch(() => undefined)
  if (answer === undefined) return new Response(null, { status: 503 })
  const headers = new Headers({ 'content-type': file.mimeType })
  for (const name of KEPT) {
    const value = answer.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  return new Response(answer.body, { status: answer.status, headers })
}

/** The lake's response: success, or 416 for an unsatisfiable range. Throws on any other status and on a timeout. */
async function requestFile(url: string, range: string | null): Promise<Response> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), TIME_OUT_MS)
  try {
    const answer = await fetch(url, {
      headers: range ? { range } : {},
      redirect: 'error',
      signal: late.signal,
    })
    if (answer.ok || answer.status === 416) return answer
    throw new Error(`The lake answered ${answer.status}`)
  } finally {
    clearTimeout(timer)
  }
}
