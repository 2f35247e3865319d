import { formatShortInstant } from '#core/rules/time.ts'
import { AMBER_WITHOUT_TABLE, type Thresholds } from '#results/rules/thresholds.ts'
import type { showThresholds } from '#results/server/thresholds.ts'

export const THRESHOLD_STEPS = {
  proposed:
    'Proposed, not in force: another clinician runs the same command with the same values to accept it.',
  accepted: 'Accepted: this table is in force now, for every judgement from here on.',
} as const

export const THRESHOLD_REFUSALS = {
  'in-force': 'Nothing was changed: a table with these values is in force already.',
  'needs-another-person':
    'Nothing was changed: you proposed this table. Another clinician accepts it.',
} as const

/** The bands of a table, one per line. */
export const bandsText = (bands: Thresholds): string =>
  bands
    .map(
      ({ fromAge, amber, red }) =>
        `from ${fromAge} years: amber from ${amber} ng/mL, red from ${red} ng/mL; a milder colour needs a second clinician\n`,
    )
    .join('')

/** The table in force and the proposals. */
export function thresholdsText({
  inForce,
  proposals,
}: Awaited<ReturnType<typeof showThresholds>>): string {
  const current =
    inForce === undefined
      ? `No table is in force: every green of ${AMBER_WITHOUT_TABLE} ng/mL and more needs a second clinician.\n`
      : `In force since ${formatShortInstant(inForce.acceptedAt ?? inForce.proposedAt)}, by ${inForce.proposedBy} and ${inForce.acceptedBy}:\n${bandsText(inForce.bands)}`
  const waiting = proposals.map(
    ({ proposedBy, proposedAt, bands }) =>
      `Proposed on ${formatShortInstant(proposedAt)} by ${proposedBy}, not in force:\n${bandsText(bands)}`,
  )
  return [current, ...waiting].join('')
}
