import type { ContentFault } from '#content/rules/content-fault.ts'
import { contentFaultSentence } from '#content/rules/content-fault-text.ts'
import { EVENT_TIME_ZONE } from '#core/rules/time.ts'

const LOCAL_TIME = new Intl.DateTimeFormat('en-GB', {
  timeZone: EVENT_TIME_ZONE,
  hour: '2-digit',
  minute: '2-digit',
})

const STILL = 'The website still shows the previous version.'
const TELL = 'Please tell the person who looks after the website.'

/** What staff read in the Studio about a publication. Technical details are in the log only. */
export const STATUS_MESSAGES = {
  content: (fault: ContentFault) => `${contentFaultSentence(fault)} ${STILL}`,
  failed: (at: Date) =>
    `The new version could not be built at ${LOCAL_TIME.format(at)}. ${STILL} ${TELL}`,
  slow: (at: Date) =>
    `The new version was not ready at ${LOCAL_TIME.format(at)}, and its build was stopped. ${STILL} ${TELL}`,
  checkFailed: (fault: string) =>
    `The new version did not pass its check: ${fault}. ${STILL} ${TELL}`,
  otherCode: `The website’s program was changed and has not been restarted. ${STILL} ${TELL}`,
  rolledBack:
    'An earlier version was chosen meanwhile. It stays until something is published again.',
  noBuilder: `What you published is saved, but this website cannot build its pages itself. ${TELL}`,
  handedOver: 'The hosting service is building the pages: that takes a few minutes.',
  hookFailed: (at: Date) =>
    `The hosting service could not be asked to build the pages at ${LOCAL_TIME.format(at)}. ${STILL} ${TELL}`,
} as const
