import { asFormer } from '#content/read/assets.ts'
import { readOnce } from '#content/read/client.ts'
import { contentOf } from '#content/read/document.ts'
import { readEverything } from '#content/read/everything.ts'
import { type ContentFile, fileOf, listFiles } from '#content/read/files.ts'
import { formerVersions } from '#content/read/read.ts'

/**
 * Every file that a build needs: those of published documents, and those of the former versions that it shows instead of
 * documents at fault. Those are known once everything that can have a file was read.
 */
export const listUsedFiles = readOnce(async (): Promise<ContentFile[]> => {
  await readEverything()
  const former = asFormer(() => formerVersions().flatMap(filesIn))
  const files = [...(await listFiles()), ...former]
  return [...new Map(files.map((file) => [file.href, file])).values()]
})

type FilePart = { url: string; name: string; size: number; hash: string }

/** What `FILE_PROJECTION` returns; pictures have no hash. */
const isFile = (value: object): value is FilePart =>
  ['url', 'name', 'hash'].every(
    (field) => typeof (value as Record<string, unknown>)[field] === 'string',
  )

/** The files in a part of a document as a query returned it. */
export function filesIn(value: unknown): ContentFile[] {
  if (typeof value !== 'object' || value === null) return []
  if (isFile(value)) return [fileOf(contentOf(value, 'file'))]
  return Object.values(value).flatMap(filesIn)
}
