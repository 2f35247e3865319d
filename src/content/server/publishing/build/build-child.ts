import { subscribe } from 'node:diagnostics_channel'
import { env } from 'node:process'
import { CONTENT_FAULT_CHANNEL, type ContentFault } from '#content/rules/content-fault.ts'
import { writeFaultFile } from '#content/server/publishing/build/fault-file.ts'

/**
 * Preloaded (`node --import`) into the build that the server starts. The build leads a process group: when the server
 * closes the channel or dies, the whole group is killed. A fault in the content is written to CONTENT_FAULT_FILE.
 */
process.once('disconnect', () => {
  try {
    process.kill(-process.pid, 'SIGKILL')
  } catch {
    process.exit(1)
  }
})
process.channel?.unref()

const faultFile = env['CONTENT_FAULT_FILE']
if (faultFile !== undefined) {
  subscribe(CONTENT_FAULT_CHANNEL, (fault) => writeFaultFile(faultFile, fault as ContentFault))
}
