import { csvLine } from '#core/rules/csv.ts'
import { databaseEnv } from '#core/server/config/command-env.ts'
import type { Source } from '#core/server/config/env-variables.ts'
import { resultsEnv } from '#core/server/config/results-env.ts'
import { createSealer } from '#core/server/security/seal.ts'
import { countOf } from '#core/texts/count.ts'
import { END_REFUSALS, recordAttendance } from '#results/commands/clinic-attended.ts'
import { endSample } from '#results/server/database/results-samples.ts'
import { newLabels } from '#results/server/labels.ts'
import {
  type CommandLine,
  chosenCommand,
  neededOption,
  Refusal,
  readCommandLine,
} from './command-line.ts'
import { onBusyDatabase } from './on-database.ts'
import { checkBy, personFor, readCsvFile, refuseFaults } from './staff.ts'

const USAGE = `npm run clinic -- labels <number>
    prints so many new labels as CSV, in pairs: one for the tube, one for the run sheet; a label is without a patient until it is bound when the blood
    is taken
npm run clinic -- attended <file.csv> --by "Name, role"
    records who came and binds each tube to its patient; all or nothing. The file is the run sheet ('events -- list ID --csv'), filled
    in: outcome (attended, no-show, not-tested), label and taken_at (HH:MM) of a tube, reason for not-tested, consent (number of
    the paper form, without a consent on the site). Surname or date of birth is compared with the patient. Without an appointment:
    patient and event (their ids) in place of the reference. A coordinator replaces what was recorded by a line with a reason in the
    column correction, until the laboratory has sent a row for the tube; the outcome 'booked' takes it back
npm run clinic -- void <label> --by "Name, role" --reason <why>
    makes a sample void (mislabelled only: it is not known whose blood it is): no result is taken over for it, and the patient is not told
npm run clinic -- spoiled <label> --by "Name, role" --reason <why>
    a tube that could not be tested, or was lost (spoiled, not void): no result is taken over for it, the patient is told, and the repeat is free
Roles: coordinator, phlebotomist. The reason is kept in the audit log: write nothing clinical and no patient's name.`

const MOST_LABELS = 10_000

type Command = (line: CommandLine, environment: () => Source) => Promise<string>

function labels({ words: [, count = ''] }: CommandLine): Promise<string> {
  const wanted = /^\d{1,5}$/.test(count) ? Number(count) : 0
  if (wanted < 1 || wanted > MOST_LABELS) throw new Refusal(USAGE)
  const pairs = newLabels(wanted).map((label) => csvLine([label, label]))
  return Promise.resolve([csvLine(['tube', 'run sheet']), ...pairs].join(''))
}

async function attended(line: CommandLine, environment: () => Source): Promise<string> {
  personFor(line, 'run-desk', USAGE)
  const csv = readCsvFile(line.words[1], USAGE)
  const source = environment()
  const sealer = createSealer(resultsEnv(source).keys)
  const outcome = await onBusyDatabase(databaseEnv(source), async (database) => {
    const by = personFor(await checkBy(database, line), 'run-desk', USAGE)
    return await recordAttendance({ database, sealer }, csv, by)
  })
  if (!outcome.ok) throw refuseFaults(outcome.faults)
  const { attended: came, missed, notTested, corrected, unchanged } = outcome.counts
  return [
    `${came} attended, ${missed} did not come, ${notTested} not tested, ${corrected} corrected, ${unchanged} known already.\n`,
    ...outcome.namesakes.map(
      (same) =>
        `WARNING: the patients of ${same.join(' and ')} have one surname and birth date: read their labels again.\n`,
    ),
    ...(outcome.held > 0
      ? [
          `WARNING: ${countOf(outcome.held, 'result is', 'results are')} hidden: a tube of a patient with the same surname and birth date was recorded now. 'results -- list' names them; ask the laboratory.\n`,
        ]
      : []),
  ].join('')
}

const SPOILED_NOTE =
  'The patient is told by mail and in the portal, and the repeat is free of charge.\n'

/** Ends a sample without a result. */
const ending =
  (as: 'void' | 'spoiled'): Command =>
  async (line, environment) => {
    personFor(line, 'run-desk', USAGE)
    const reason = neededOption(line, 'reason', USAGE)
    const label = line.words[1]?.toUpperCase()
    if (label === undefined) throw new Refusal(USAGE)
    const refusal = await onBusyDatabase(databaseEnv(environment()), async (database) => {
      const by = personFor(await checkBy(database, line), 'run-desk', USAGE)
      return await endSample(database, label, { as, by, reason })
    })
    if (refusal !== undefined) throw new Refusal(END_REFUSALS[refusal])
    return `Sample ${label} is ${as}.\n${as === 'spoiled' ? SPOILED_NOTE : ''}`
  }

const COMMANDS: Record<string, Command> = {
  labels,
  attended,
  void: ending('void'),
  spoiled: ending('spoiled'),
}

/**
 * Runs `npm run clinic`; returns what it prints. `environment` is read only where the database is needed.
 * @throws Refusal with the text for the operator.
 * @throws EnvironmentError when a variable is missing or malformed.
 */
export async function runClinicCommand(
  args: readonly string[],
  environment: () => Source,
): Promise<string> {
  const line = readCommandLine(args, {
    values: ['by', 'reason'],
    flags: [],
    usage: USAGE,
  })
  return await chosenCommand(COMMANDS, line, USAGE)(line, environment)
}
