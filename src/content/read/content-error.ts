import type { ContentFault, ContentProblem } from '#content/rules/content-fault.ts'

/** A document, or a field of one. Fields are written as in `sections[1].heading`. */
export type ContentPlace = Pick<ContentFault, 'document' | 'field'>

/** Published content lacks what the site needs. The message is for operators, in the build's log. */
export class ContentError extends Error {
  override readonly name = 'ContentError'
  readonly fault: ContentFault
  constructor({ document, field }: ContentPlace, problem: ContentProblem) {
    const fault = { document, field, problem }
    const where = field === undefined ? document : `${document}.${field}`
    super(`Content fault: ${where} (${problem})`)
    this.fault = fault
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
