import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { approvalId, contentHash, isHealthText } from '#content/rules/health-text.ts'
import type { SourceDocument } from './markup.ts'

const FOLDER = new URL('../', import.meta.url)

/** The reference that the importer makes of a picture: a PNG has its size in bytes 16 to 23. */
function imageReference(source: string) {
  const bytes = readFileSync(new URL(source.replace('image@file://./', ''), FOLDER))
  const size = `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`
  const _ref = `image-${createHash('sha1').update(bytes).digest('hex')}-${size}-png`
  return { _type: 'reference', _ref }
}

/** A document as it is after the import. */
function imported(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(imported)
  const { _sanityAsset: source, ...rest } = value as { _sanityAsset?: string }
  const fields = Object.entries(rest).map(([name, field]) => [name, imported(field)])
  const asset = source === undefined ? {} : { asset: imageReference(source) }
  return { ...Object.fromEntries(fields), ...asset }
}

/** The approvals of the health texts of the sample, which no doctor has read. */
export const approvalsOf = (documents: readonly SourceDocument[]): Promise<SourceDocument[]> =>
  Promise.all(
    documents.filter(isHealthText).map(async (document) => ({
      _id: approvalId(document._id),
      _type: 'approval',
      title: String(document['title']),
      approver: 'Sample only: nobody has checked this text',
      hash: await contentHash(imported(document) as SourceDocument),
      isHealthText: true,
    })),
  )
