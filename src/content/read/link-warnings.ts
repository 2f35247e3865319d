import type { ContentError } from '#content/read/content-error.ts'
import type { ContentFault } from '#content/rules/content-fault.ts'

/** The warnings of the read that is running: reading is synchronous, so there is one at a time. */
let collected: ContentFault[] | undefined

/** What a reader returns, with the links in it that editors must look at. Errors pass through. */
export function withWarnings<Value>(read: () => Value): { value: Value; warnings: ContentFault[] } {
  const outer = collected
  const warnings: ContentFault[] = []
  collected = warnings
  try {
    return { value: read(), warnings }
  } finally {
    collected = outer
  }
}

/** Notes a fault that does not keep the document from being shown. */
export const warn = ({ fault }: ContentError): void => void collected?.push(fault)
