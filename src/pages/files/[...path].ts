import type { APIRoute, GetStaticPaths } from 'astro'
import { type ContentFile, listFiles } from '#content/read/files.ts'

/** A copy of every file that the content uses (videos, captions, downloads), so that browsers request nothing from third parties. */
export const getStaticPaths = (async () => {
  const files = await listFiles()
  return files.map((file) => ({
    params: { path: file.href.replace('/files/', '') },
    props: { file },
  }))
}) satisfies GetStaticPaths

export const GET: APIRoute<{ file: ContentFile }> = async ({ props: { file } }) => {
  const answer = await fetch(file.url)
  if (!answer.ok) throw new Error(`The file ${file.url} answered ${answer.status}`)
  return new Response(await answer.arrayBuffer(), { headers: { 'content-type': file.mimeType } })
}
