import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ContentFault, parseContentFault } from '#content/rules/content-fault.ts'

/** Where a build writes the fault in the content that ended it: beside its log. */
export const faultFileBeside = (logFile: string): string =>
  join(dirname(logFile), 'build-fault.json')

/** The fault that a build has written; undefined when there is none. */
export function readFaultFile(file: string): ContentFault | undefined {
  try {
    return parseContentFault(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return
  }
}

/** Pages are built side by side, so one build may find several faults: the first one is kept. */
export function writeFaultFile(file: string, fault: ContentFault): void {
  try {
    writeFileSync(file, `${JSON.stringify(fault)}\n`, { flag: 'wx' })
  } catch {
    // The file already holds a fault, or the disk is full: then the build counts as failed for another cause.
  }
}
