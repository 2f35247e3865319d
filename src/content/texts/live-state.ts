import { MOST_BANNERS } from '#content/rules/banners.ts'
import { contentFaultText } from '#content/rules/content-fault-text.ts'
import { CATCH_UP_MS, type LiveState } from '#content/rules/live-state.ts'
import { formatShortInstant } from '#core/rules/time.ts'
import { spelledCountOf } from '#core/texts/count.ts'

type Absent = Extract<LiveState, { state: 'absent' }>
type Timed = 'scheduled' | 'ended'

const REASONS: Readonly<Record<Exclude<Absent['because'], Timed>, (state: Absent) => string>> = {
  faulty: ({ ownFault }) => faultWords(ownFault),
  'no-address': () => 'it has no address',
  'address-taken': () => 'another page has the same address',
  'not-listed': () => 'the page that shows it does not list it',
  'newer-banners': () => `${spelledCountOf(MOST_BANNERS, 'newer banner')} are shown`,
  'bad-address': () => 'it has an address with characters that an address cannot have',
  'is-page': () => 'there is a page at its old address, and visitors see that page',
  'leads-nowhere': () => 'it leads to nothing that visitors can see, or in a circle',
  failed: ({ message }) => message ?? 'the new version could not be built',
  unnoticed: () =>
    `the website has not noticed it yet. It looks for changes every ${spelledCountOf(CATCH_UP_MS / 60_000, 'minute')}`,
  silent: ({ seenAt }) =>
    seenAt === undefined
      ? 'the website does not report'
      : `the website has not reported since ${formatShortInstant(seenAt)}`,
  'earlier-release': () => 'an earlier version of the website was chosen',
}

/** The text for the state of a published document; 'live' is followed by a link to the path. */
export function liveStateWords(state: LiveState): string {
  if (state.state === 'live') return 'Live at'
  if (state.state === 'building') return `Building, about ${state.seconds} s`
  const { because, at } = state
  const moment = at ? formatShortInstant(at) : 'its time'
  if (because === 'scheduled') return `Not on the site yet. It will be shown from ${moment}.`
  if (because === 'ended') return `Not on the site: its time ended on ${moment}.`
  const reason = REASONS[because](state).replace(/\.$/, '')
  return `${whatVisitorsSee(state)}, because ${lowered(reason)}.${adviceOn(state)}`
}

function whatVisitorsSee({ because, earlierAt }: Absent): string {
  if (earlierAt === undefined) return 'Not on the site'
  const version = because === 'faulty' ? 'its last good version' : 'an earlier version'
  return `Visitors still see ${version} at ${earlierAt}`
}

/** Example: `“Picture, alternative text” is missing`. */
function faultWords(fault: Absent['ownFault']): string {
  if (fault === undefined) return 'a field of it is missing or wrong'
  const { field, problem } = contentFaultText(fault)
  return fault.field === undefined ? `it ${problem}` : `“${field}” ${problem}`
}

/** The words for these problems say themselves what to do. */
const WITH_ADVICE: readonly unknown[] = ['file-lost', 'not-approved', 'own-approval']

const adviceOn = ({ because, ownFault }: Absent) =>
  because === 'faulty' && !WITH_ADVICE.includes(ownFault?.problem)
    ? ' Correct it and publish again.'
    : ''

/** Lowercases the first letter of the website's message, unless the message begins with a title. */
const lowered = (text: string) => text.replace(/^(The|A|An|It) /, (word) => word.toLowerCase())
