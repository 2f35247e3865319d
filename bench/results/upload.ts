import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import process from 'node:process'
import type { StaffMember } from '#core/server/caller.ts'
import { openDatabase } from '#core/server/database/database.ts'
import { createSealer } from '#core/server/security/seal.ts'
import { labUploadsService } from '#results/server/laboratory/lab-uploads.ts'

/*
 * Sends a laboratory's file, has it checked and takes it over, by the operations of /staff/lab in a process of its own. Prints the seconds of each step
 * and the peak memory in MB as JSON.
 */
const [url = '', file = '', key = '', staffId = ''] = process.argv.slice(2)
const bytes = Buffer.from(key, 'base64')
const sealer = createSealer({ data: [{ id: 'k1', key: bytes }], lookup: bytes })
const database = openDatabase({ url })
const service = labUploadsService({ database, sealer, nudgeJobs: () => {} })
const now = new Date()
const member: StaffMember = {
  ...{
    staffId: Number(staffId),
    sessionId: '',
    userId: '',
    name: 'Mo Finch',
    roles: ['coordinator'],
  },
  ...{ factorAt: now, endsAt: now },
}
const [laboratory] = await service.laboratories(member)
const uploadId = randomUUID()
/** The longest time for which other requests of the process waited. */
let longest = 0
let last = performance.now()
const watch = setInterval(() => {
  longest = Math.max(longest, performance.now() - last)
  last = performance.now()
}, 1)

const seconds: number[] = []
for (const step of [
  () =>
    service.receive(member, {
      uploadId,
      labId: laboratory?.labId ?? 0,
      content: createReadStream(file) as AsyncIterable<Buffer>,
    }),
  () => service.checkUpload(uploadId),
  () => service.takeOver(member, uploadId).then(() => service.takeUploadOver(uploadId)),
]) {
  const start = performance.now()
  await step()
  seconds.push((performance.now() - start) / 1000)
}
clearInterval(watch)
const upload = await service.find(uploadId)
if (upload?.state !== 'taken') throw new Error(JSON.stringify(upload?.report.problems))
await database.close()
const megabytes = process.resourceUsage().maxRSS / 1024
process.stdout.write(JSON.stringify({ seconds, megabytes, longest }))
