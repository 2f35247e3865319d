import { isUuid } from '#core/rules/uuid.ts'
import type { Source } from '#core/server/config/env-variables.ts'
import { resultsEnv } from '#core/server/config/results-env.ts'
import { databaseClock } from '#core/server/database/clock.ts'
import { createSealer } from '#core/server/security/seal.ts'
import { countOf } from '#core/texts/count.ts'
import { type ApproveDeps, approveResults } from '#results/commands/results-approve.ts'
import { releaseRefusals } from '#results/commands/results-release.ts'
import { readJudgementSheet } from '#results/commands/results-worklist.ts'
import { putThresholds } from '#results/commands/thresholds.ts'
import { SPECIFICATION } from '#results/rules/lab-mapping.ts'
import { readLabText } from '#results/rules/lab-text.ts'
import { findLaboratory } from '#results/server/database/lab-mappings.ts'
import { listOpenResults, releaseHeld } from '#results/server/database/results.ts'
import { checkLabFile, importLabFile } from '#results/server/laboratory/lab-import.ts'
import { closeRow, confirmRow } from '#results/server/laboratory/row-ends.ts'
import { readQuarantine, showQuarantined } from '#results/server/laboratory/waiting-row.ts'
import { releaseResults } from '#results/server/releasing.ts'
import { HIDE_REFUSALS, hideResult } from '#results/server/result-hiding.ts'
import { showThresholds } from '#results/server/thresholds.ts'
import { ROW_REFUSALS } from '#results/texts/waiting-rows.ts'
import {
  type CommandLine,
  chosenCommand,
  neededOption,
  Refusal,
  readCommandLine,
} from './command-line.ts'
import { onBusyDatabase } from './on-database.ts'
import {
  callKindOf,
  contactText,
  daysText,
  listLine,
  openText,
  spokenText,
} from './result-calls.ts'
import {
  quarantineText,
  reportOrRefuse,
  reportText,
  rowEndText,
  rowText,
} from './result-reports.ts'
import { USAGE } from './result-usage.ts'
import {
  checkBy,
  personFor,
  readCsvFile,
  readOrRefuse,
  refuseFaults,
  writeNewFile,
} from './staff.ts'
import {
  bandsText,
  THRESHOLD_REFUSALS,
  THRESHOLD_STEPS,
  thresholdsText,
} from './threshold-reports.ts'

type Command = (deps: ApproveDeps, line: CommandLine) => Promise<string>

/** The last line of `list`. */
const LIST_END = /^\d+ results? (is|are) not shown\.$/

const reasonOf = (line: CommandLine) => neededOption(line, 'reason', USAGE)

function neededUuid(word: string | undefined): string {
  if (word === undefined) throw new Refusal(USAGE)
  const id = word.toLowerCase()
  if (isUuid(id)) return id
  throw new Refusal(
    `'${word}' is not an id: list and quarantine print the ids. Nothing was changed.`,
  )
}

function idsOf(line: CommandLine): string[] {
  const file = line.options.get('file')
  if (file === undefined) return line.words.slice(1).map(neededUuid)
  const lines = readCsvFile(file, USAGE).split(/\r\n|\n|\r/)
  return lines
    .map((text) => text.trim())
    .filter((text) => text !== '' && !LIST_END.test(text))
    .flatMap((text) => {
      const [first, ...more] = text.split(/[\s,]+/)
      // A line without an id may be a mistyped id: it is refused, not skipped. A line of `list` has one, and words in which another may be.
      return [first, ...(isUuid(more[0] ?? '') ? more : [])].map(neededUuid)
    })
}

async function hideOne(
  step: 'hold' | 'withdraw',
  { database }: ApproveDeps,
  line: CommandLine,
  by: string,
): Promise<string> {
  const id = neededUuid(line.words[1])
  const refusal = await hideResult(database, step, id, { by, reason: reasonOf(line) })
  if (refusal !== undefined) throw new Refusal(HIDE_REFUSALS[refusal])
  return step === 'hold'
    ? `Result ${id} is hidden. Only release-held shows it.\n`
    : `Result ${id} is withdrawn. A patient who could see it is told by mail, in neutral words.\n`
}

async function endRow(
  step: typeof confirmRow | typeof closeRow,
  deps: ApproveDeps,
  line: CommandLine,
): Promise<string> {
  const by = personFor(line, 'end-rows', USAGE)
  const id = neededUuid(line.words[1])
  const outcome = await step(deps, id, { by, reason: reasonOf(line) })
  return rowEndText(id, step === confirmRow ? 'confirmed' : 'closed', outcome)
}

/** A laboratory's file as the mapping of the laboratory reads it; without a laboratory, in the standard format. */
async function sentFile({ database }: ApproveDeps, { words: [, file], options }: CommandLine) {
  if (file === undefined) throw new Refusal(USAGE)
  const name = options.get('laboratory')
  const laboratory = name === undefined ? undefined : await findLaboratory(database, { name })
  if (name !== undefined && laboratory === undefined) {
    throw new Refusal(`There is no laboratory '${name}': write it as in its events.`)
  }
  const read = readLabText(readOrRefuse(file), laboratory?.mapping ?? SPECIFICATION)
  if ('problem' in read) throw new Refusal(read.problem)
  return { text: read.text, laboratory }
}

const COMMANDS: Record<string, Command> = {
  async check(deps, line) {
    const by = personFor(line, 'import-results', USAGE)
    const { text, laboratory } = await sentFile(deps, line)
    const report = reportOrRefuse(await checkLabFile(deps, text, by, { laboratory }))
    return `${reportText(report)}Nothing was changed: import takes the file over.\n`
  },
  async import(deps, line) {
    const by = personFor(line, 'import-results', USAGE)
    const { text, laboratory } = await sentFile(deps, line)
    return reportText(reportOrRefuse(await importLabFile(deps, text, by, { laboratory })))
  },
  async quarantine(deps, line) {
    const by = personFor(line, 'end-rows', USAGE)
    if (line.words[1] === undefined) return quarantineText(await readQuarantine(deps.database, by))
    const shown = await showQuarantined(deps, neededUuid(line.words[1]), by)
    if (shown === undefined) throw new Refusal(ROW_REFUSALS['not-waiting'])
    return rowText(shown)
  },
  confirm: (deps, line) => endRow(confirmRow, deps, line),
  close: (deps, line) => endRow(closeRow, deps, line),
  async sheet(deps, line) {
    const by = personFor(line, 'judge-results', USAGE)
    const file = line.words[1]
    if (file === undefined) throw new Refusal(USAGE)
    const sheet = await readJudgementSheet(deps, by, line.words.slice(2).map(neededUuid))
    writeNewFile(file, sheet)
    const written = countOf(sheet.split('\r\n').length - 2, 'result is', 'results are')
    return `${written} in ${file}: fill in light, risk_group, next_test and comments, then approve it.\n`
  },
  async approve(deps, line) {
    const by = personFor(line, 'judge-results', USAGE)
    const outcome = await approveResults(deps, readCsvFile(line.words[1], USAGE), by)
    if (!outcome.ok) throw refuseFaults(outcome.faults)
    return `${[
      `${countOf(outcome.judged, 'result')} can be released`,
      `${countOf(outcome.needSecond, 'needs', 'need')} a second clinician`,
      `${outcome.disagreed} where the two judgements differ (colour, risk group, next test or comments): both clinicians judge again`,
      `${outcome.unchanged} unchanged`,
    ].join('\n')}\n`
  },
  async thresholds({ database }, line) {
    const by = personFor(line, 'judge-results', USAGE)
    if (line.words[1] === undefined) return thresholdsText(await showThresholds(database))
    const outcome = await putThresholds(database, readCsvFile(line.words[1], USAGE), by)
    if (!outcome.ok && 'faults' in outcome) throw refuseFaults(outcome.faults)
    if (!outcome.ok) throw new Refusal(THRESHOLD_REFUSALS[outcome.reason])
    return `${bandsText(outcome.bands)}${THRESHOLD_STEPS[outcome.step]}\n`
  },
  async list({ database }) {
    const open = await listOpenResults(database)
    const lines = open.map(listLine)
    return `${[...lines, `${countOf(open.length, 'result is', 'results are')} not shown.`].join('\n')}\n`
  },
  async release({ database }, line) {
    const by = personFor(line, 'judge-results', USAGE)
    const ids = [...new Set(idsOf(line))]
    if (ids.length === 0) throw new Refusal(USAGE)
    const alone =
      line.options.has('file') || ids.length > 1
        ? undefined
        : { reason: line.options.get('reason') }
    const { released, leftOut, unreadable } = await releaseResults(database, ids, by, alone)
    const lines = [
      ...unreadable.map(
        (id) => `${id}: released, but the patient cannot read it yet: the address is not confirmed`,
      ),
      ...(await releaseRefusals(database, leftOut)),
      `${released.length} released, ${leftOut.length} left out.`,
    ]
    if (leftOut.length > 0) throw new Refusal(lines.join('\n'))
    return `${lines.join('\n')}\n`
  },
  async 'release-held'({ database }, line) {
    const by = personFor(line, 'judge-results', USAGE)
    const id = neededUuid(line.words[1])
    const reason = await releaseHeld(database, id, { by, reason: reasonOf(line) })
    if (reason !== undefined) {
      throw new Refusal((await releaseRefusals(database, [{ resultId: id, reason }])).join('\n'))
    }
    return `Result ${id} is shown to its patient.\n`
  },
  async contact(deps, line) {
    const by = personFor(line, 'judge-results', USAGE)
    return await contactText(deps, neededUuid(line.words[1]), by)
  },
  async spoken(deps, line) {
    const by = personFor(line, 'judge-results', USAGE)
    const details = line.options.get('note')?.trim() ?? ''
    return await spokenText(deps, neededUuid(line.words[1]), {
      kind: callKindOf(line),
      details,
      by,
    })
  },
  open: openText,
  async days(deps, line) {
    const by = personFor(line, 'import-results', USAGE)
    const [, name, days] = line.words
    if (name === undefined || days === undefined) throw new Refusal(USAGE)
    return await daysText(deps, { name, days, by })
  },
  hold: (deps, line) => hideOne('hold', deps, line, personFor(line, 'hold-results', USAGE)),
  withdraw: (deps, line) =>
    hideOne('withdraw', deps, line, personFor(line, 'judge-results', USAGE)),
}

/**
 * Runs `npm run results`; returns what it prints. `environment` is read only for a valid command line.
 * @throws Refusal with the text for the operator.
 * @throws EnvironmentError when a variable is missing or malformed.
 */
export async function runResultCommand(
  args: readonly string[],
  environment: () => Source,
): Promise<string> {
  const line = readCommandLine(args, {
    values: ['by', 'reason', 'file', 'note', 'laboratory'],
    flags: ['attempt', 'not-reached'],
    usage: USAGE,
  })
  const command = chosenCommand(COMMANDS, line, USAGE)
  const { keys, ...access } = resultsEnv(environment())
  return await onBusyDatabase(access, async (database) => {
    const named = await checkBy(database, line)
    const deps = { database, sealer: createSealer(keys), clock: await databaseClock(database) }
    return await command(deps, named)
  })
}
