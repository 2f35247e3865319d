import process from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { openDatabase } from '#core/server/database/database.ts'
import { createSealer } from '#core/server/security/seal.ts'
import { labUploadsService } from '#results/server/laboratory/lab-uploads.ts'
import type { MadeMember } from '#tests/fixtures/staff.ts'

/** What the process does until it is killed: it receives a file that never ends, or takes one over. */
export type UploadWork = {
  readonly url: string
  readonly key: string
  readonly uploadId: string
  readonly receives?: { readonly member: MadeMember; readonly labId: number }
}

const { url, key, uploadId, receives } = JSON.parse(process.argv[2] ?? '') as UploadWork
const bytes = Buffer.from(key, 'base64')
const sealer = createSealer({ data: [{ id: 'k1', key: bytes }], lookup: bytes })
const service = labUploadsService({ database: openDatabase({ url }), sealer, nudgeJobs: () => {} })

async function* endless(): AsyncGenerator<Buffer> {
  for (;;) {
    yield Buffer.from('label,surname\r\n'.repeat(10_000))
    await setTimeout(5)
  }
}

if (receives) await service.receive(receives.member, { ...receives, uploadId, content: endless() })
else await service.takeUploadOver(uploadId)
