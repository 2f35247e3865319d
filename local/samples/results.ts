import { addDays, type IsoDate } from '../../src/core/rules/time.ts'
import type { SamplePatient } from '../runtime/records.ts'
import { eventsCsv } from './csv.ts'
import { openEvents } from './open-events.ts'
import { resultPatients } from './people.ts'

/** What became of a patient's tube at a past clinic; without `value` the laboratory has sent nothing. */
type Outcome = {
  value?: string
  light?: 'green' | 'amber' | 'red'
  riskGroup?: 'low' | 'intermediate' | 'high'
  /** Days after the clinic on which the next test is due. */
  retestInDays?: number
  comments?: string
  /** A correction of the laboratory, judged and released again. */
  correctedTo?: string
  withdrawn?: boolean
  /** The patient came without an appointment. */
  walkIn?: boolean
}

/** A past clinic for scripts/sample-results.ts; `csv` is the event in the import's format. */
export type SampleClinic = {
  externalRef: string
  date: IsoDate
  csv: string
  patients: readonly (Outcome & { profileId: number; time: string })[]
}

const YEAR = 365

/**
 * By the first name of a patient. Arthur: green, and a corrected value. Henry: amber, red, and one that waits for its colour. Leonard: one
 * without an appointment, and no result of the last clinic. Martin: one that was withdrawn.
 */
const CLINICS: readonly { ref: string; daysAgo: number; outcomes: Record<string, Outcome> }[] = [
  {
    ref: 'ipswich',
    daysAgo: 3 * YEAR - 20,
    outcomes: {
      Arthur: { value: '1.10', light: 'green', riskGroup: 'high', retestInDays: YEAR },
      Henry: { value: '2.4', light: 'green', riskGroup: 'high', retestInDays: YEAR },
      Martin: { value: '<0.1', light: 'green', retestInDays: 3 * YEAR },
    },
  },
  {
    ref: 'norwich',
    daysAgo: 2 * YEAR - 40,
    outcomes: {
      Arthur: { value: '1.3', light: 'green', riskGroup: 'high', retestInDays: YEAR },
      Henry: { value: '3.9', light: 'amber', riskGroup: 'high', retestInDays: 90 },
      Leonard: {
        value: '0.84',
        light: 'green',
        riskGroup: 'intermediate',
        retestInDays: 2 * YEAR,
        walkIn: true,
      },
    },
  },
  {
    ref: 'york',
    daysAgo: YEAR - 30,
    outcomes: {
      Arthur: {
        value: '0.15',
        light: 'green',
        riskGroup: 'high',
        retestInDays: YEAR,
        correctedTo: '1.5',
      },
      Henry: {
        value: '8.2',
        light: 'red',
        riskGroup: 'high',
        comments: 'Please take this letter to your GP within two weeks.',
      },
      Martin: { value: '4.6', light: 'amber', retestInDays: 90, withdrawn: true },
    },
  },
  {
    ref: 'lincoln',
    daysAgo: 6,
    outcomes: { Henry: { value: '5.1' }, Leonard: {}, Arthur: {} },
  },
]

/** The past clinics as seen from `today`, with the profiles of the sample patients. */
export function sampleClinics(today: IsoDate, patients: readonly SamplePatient[]): SampleClinic[] {
  return CLINICS.flatMap(({ ref, daysAgo, outcomes }) => {
    const event = openEvents.find((one) => one.ref === ref)
    if (event === undefined) return []
    const date = addDays(today, -daysAgo)
    const externalRef = `sample-past-${date}-${ref}`
    return [
      {
        externalRef,
        date,
        csv: eventsCsv([{ ...event, externalRef, date }]),
        patients: resultPatients.flatMap(({ firstName, email }, at) => {
          const outcome = outcomes[firstName]
          const profileId = patients.find((one) => one.email === email)?.profileId
          const [hour = 0] = event.hours.from.split(':').map(Number)
          // Ten minutes each from the first full hour on, which every event offers.
          const time = `${String(hour + 1).padStart(2, '0')}:${at}0`
          return outcome && profileId !== undefined ? [{ ...outcome, profileId, time }] : []
        }),
      },
    ]
  })
}
