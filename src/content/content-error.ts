import { channel } from 'node:diagnostics_channel'
import {
  CONTENT_FAULT_CHANNEL,
  type ContentFault,
  type ContentProblem,
} from '#domain/content-fault.ts'

/** A document, or a field of one. Fields are written as in `sections[1].heading`. */
export type ContentPlace = Pick<ContentFault, 'document' | 'field'>

const faults = channel(CONTENT_FAULT_CHANNEL)

/**
 * Published content lacks what the site needs. The message is for operators, in the build's log. The fault is also
 * published on `CONTENT_FAULT_CHANNEL`, because Astro's build command reports errors as text only.
 */
export class ContentError extends Error {
  override readonly name = 'ContentError'
  readonly fault: ContentFault
  constructor({ document, field }: ContentPlace, problem: ContentProblem) {
    const fault = { document, field, problem }
    const where = field === undefined ? document : `${document}.${field}`
    super(`Content fault: ${where} (${problem})`)
    this.fault = fault
    faults.publish(fault)
  }
}

/** The place of a field below another place. */
export const fieldBelow = (
  { document, field }: ContentPlace,
  name: string,
  index?: number,
): ContentPlace => {
  const below = index === undefined ? name : `${name}[${index}]`
  return { document, field: field === undefined ? below : `${field}.${below}` }
}
