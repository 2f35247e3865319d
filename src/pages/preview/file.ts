import type { APIRoute } from 'astro'
import { listFiles } from '#content/files.ts'

export const prerender = false

const KEPT = ['content-length', 'content-range', 'accept-ranges'] as const

/** A file that a draft uses, from the lake; published ones are our own copies (`pages/files`). */
export const GET: APIRoute = async ({ locals: { preview, services }, request }) => {
  const file = preview && (await listFiles()).find(({ href }) => href === preview.path)
  if (file === undefined || !services.preview.isAsset('files', file.url)) {
    return new Response(null, { status: 404 })
  }
  const range = request.headers.get('range')
  const answer = await fetch(file.url, { headers: range ? { range } : {}, redirect: 'error' })
  if (!answer.ok) throw new Error(`The file ${file.url} answered ${answer.status}`)
  const headers = new Headers({ 'content-type': file.mimeType })
  for (const name of KEPT) {
    const value = answer.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  return new Response(answer.body, { status: answer.status, headers })
}
