import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeAtomically } from '../../shared/node/atomic-file.ts'
import type { WebhookOptions } from './webhook.ts'

/** The file that records the last published revision for which the site accepted a webhook. */
export function deliveryRecordFile(dir: string): string {
  return join(dir, 'told.json')
}

export function deliveryRecord(dir: string): WebhookOptions['record'] {
  const file = deliveryRecordFile(dir)
  return {
    read: () => (existsSync(file) ? readRevision(file) : undefined),
    write: (revision) => writeAtomically(file, JSON.stringify({ revision })),
  }
}

function readRevision(file: string): string {
  return (JSON.parse(readFileSync(file, 'utf8')) as { revision: string }).revision
}
