import { existsSync, readFileSync } from 'node:fs'
import type { LakeDocument } from './document.ts'

/** All documents as they were after the transaction `sequence`. */
export type Snapshot = { sequence: number; publishedRevision: string; documents: LakeDocument[] }

const EMPTY: Snapshot = { sequence: 0, publishedRevision: 'empty', documents: [] }

/** Reads a snapshot; an empty one when there is no file. */
export function readSnapshot(path: string): Snapshot {
  if (!existsSync(path)) return EMPTY
  const [head, ...documents] = readFileSync(path, 'utf8').trimEnd().split('\n')
  const { sequence, publishedRevision } = JSON.parse(head ?? '') as Omit<Snapshot, 'documents'>
  return {
    sequence,
    publishedRevision,
    documents: documents.map((line) => JSON.parse(line) as LakeDocument),
  }
}
