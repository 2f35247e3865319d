import type { LeftOutReason, ReleaseReason } from '#results/rules/release-list.ts'

/** Why results are not in a release, and the page on which that is settled. */
export const LEFT_OUT_WORDS: Readonly<
  Record<LeftOutReason, { title: string; what: string; page: string; link: string }>
> = {
  'row-waits': {
    title: 'A row of the laboratory waits',
    what: 'Another row of this tube contradicts the result, or is not settled. Two people settle it.',
    page: '/staff/lab/waiting',
    link: 'Waiting rows',
  },
  held: {
    title: 'Held',
    what: 'Only a clinician ends a hold, with a reason.',
    page: '/staff/results/[id]',
    link: 'Its page',
  },
  'refused-by-laboratory': {
    title: 'Taken back by the laboratory',
    what: 'Only a correction of the laboratory brings another value.',
    page: '/staff/results/[id]',
    link: 'Its page',
  },
  deferred: {
    title: 'Deferred',
    what: 'A clinician has deferred the case.',
    page: '/staff/results/judge',
    link: 'Deferred cases',
  },
  'second-missing': {
    title: 'A second clinician is missing',
    what: 'One clinician has judged it. Another one reads it next.',
    page: '/staff/results/judge',
    link: 'Results to judge',
  },
  'not-judged': {
    title: 'Not judged',
    what: 'The colour is missing, or two clinicians did not agree.',
    page: '/staff/results/judge',
    link: 'Results to judge',
  },
  red: {
    title: 'A call is needed first',
    what: 'Red is never released here: the patient is telephoned first.',
    page: '/staff/calls',
    link: 'Calls',
  },
  unconfirmed: {
    title: 'Address not confirmed',
    what: 'The patient cannot read the result. A clinician can release it on its page; it is then on the list of calls.',
    page: '/staff/results/[id]',
    link: 'Its page',
  },
}

/** What has changed since a page showed a result. */
export const CHANGED_WORDS: Readonly<Record<ReleaseReason, string>> = {
  'not-found': 'it is not there any more',
  released: 'it was released',
  'not-judged': 'it was held, or is judged again',
  'refused-by-laboratory': 'the laboratory took its value back',
  'newer-version': 'the laboratory has corrected it',
  'row-waits': 'another row of its tube waits',
  held: 'it was held',
  'not-held': 'its hold has ended',
  'second-person': 'another patient has the same surname and birth date',
  'not-open': 'it was withdrawn or replaced',
  'not-alone': 'it is red now: telephone first',
  'not-called': 'it is red now: telephone first',
  'reason-needed': 'it is red now: telephone first',
  unconfirmed: 'the patient has an address that is not confirmed',
  changed: 'it was judged again',
}
