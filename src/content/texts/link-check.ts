/** The response of another website for a link. */
export type LinkAnswer =
  | { readonly state: 'found' }
  /** For good, to `to`. */
  | { readonly state: 'moved'; readonly to: string }
  /** It does not respond to programs: a person must look. */
  | { readonly state: 'unsure'; readonly status: number }
  | { readonly state: 'broken'; readonly because: LinkFault; readonly status?: number }

export const LINK_FAULTS = [
  'status',
  'slow',
  'certificate',
  'unknown-host',
  'no-connection',
  'redirects',
  'private',
] as const
export type LinkFault = (typeof LINK_FAULTS)[number]

const FAULTS: Readonly<Record<LinkFault, string>> = {
  status: 'the page is not there',
  slow: 'the website does not answer in time',
  certificate: 'the website has no valid certificate: browsers warn of it',
  'unknown-host': 'there is no such website',
  'no-connection': 'the website cannot be reached',
  redirects: 'it leads in a circle',
  private: 'it leads into a private network, so it was not requested',
}

/** What is wrong with a link, for staff; undefined when nothing is. */
export function linkAnswerWords(answer: LinkAnswer): string | undefined {
  if (answer.state === 'found') return
  if (answer.state === 'moved') return `has moved to ${answer.to}`
  if (answer.state === 'unsure')
    return `could not be checked, because the website refuses programs (${answer.status}): open it`
  const status = answer.status === undefined ? '' : ` (${answer.status})`
  return `${FAULTS[answer.because]}${status}`
}
