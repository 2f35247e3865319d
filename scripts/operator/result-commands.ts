import { countOf } from '#domain/texts/count.ts'
import { isUuid } from '#domain/uuid.ts'
import type { Source } from '#server/config/env-variables.ts'
import { OPERATOR_LOCK_TIMEOUT_MS } from '#server/config/limits.ts'
import { resultsEnv } from '#server/config/results-env.ts'
import { databaseClock } from '#server/database/clock.ts'
import { isLockTimeout } from '#server/database/lock-timeout.ts'
import { type ApproveDeps, approveResults } from '#server/operations/results-approve.ts'
import { checkLabFile, importLabFile } from '#server/operations/results-import.ts'
import {
  closeRow,
  confirmRow,
  readQuarantine,
  showQuarantined,
} from '#server/operations/results-quarantine.ts'
import {
  HIDE_REFUSALS,
  hideResult,
  openResults,
  releaseRefusals,
  releaseResults,
  showHeldResult,
} from '#server/operations/results-release.ts'
import { readJudgementSheet } from '#server/operations/results-worklist.ts'
import { createSealer } from '#server/security/seal.ts'
import {
  type CommandLine,
  chosenCommand,
  neededOption,
  Refusal,
  readCommandLine,
} from './command-line.ts'
import { onDatabase } from './on-database.ts'
import {
  quarantineText,
  ROW_REFUSALS,
  reportOrRefuse,
  reportText,
  rowEndText,
  rowText,
} from './result-reports.ts'
import { personFor, readCsvFile, refuseFaults, writeNewFile } from './staff.ts'

const USAGE = `npm run results -- check <file.csv> --by "Name, role"
    says of every row of a laboratory file what an import would do; changes nothing
npm run results -- import <file.csv> --by "Name, role"
    takes over the rows that agree with their tube; every other row waits in quarantine
npm run results -- quarantine [<row>] --by "Name, role"
    the rows that wait with their reasons; one of them beside its tube
npm run results -- confirm <row> --by "Name, role" --reason <who confirmed it>
    takes over a row that the laboratory confirmed by telephone (whose blood, which value): one person proposes, another runs the same command
npm run results -- close <row> --by "Name, role" --reason <why>
    closes a row without a result (asked back, the stored value stands, or tested again): one person proposes, another runs the same command
npm run results -- sheet <new file.csv> [<id> …] --by "Name, clinician"
    writes the results that wait for a colour, or these ones, without names, to be filled in
npm run results -- approve <file.csv> --by "Name, clinician"
    stores colour, risk group, next test and comments of the filled-in sheet; anything but green needs a second clinician
npm run results -- list
    the results that wait for a colour or a release, with their ids
npm run results -- release <id> … | --file <file of ids> --by "Name, clinician"
    shows results to their patients and queues the mails; leaves out what is held
npm run results -- release-held <id> --by "Name, clinician" --reason <why>
    ends the hold of one judged result and shows it
npm run results -- hold <id> --by "Name, role" --reason <why>
    hides a result at once; only release-held shows it again
npm run results -- withdraw <id> --by "Name, clinician" --reason <why>
    takes a result back for ever; the patient is told in neutral words
Roles: results clerk, clinician; for quarantine, confirm and close clinic lead too. The reason is kept: write nothing clinical and no patient's name.`

type Command = (deps: ApproveDeps, line: CommandLine) => Promise<string>

/** The last line of `list`. */
const LIST_END = /^\d+ results? (is|are) not shown\.$/

const reasonOf = (line: CommandLine) => neededOption(line, 'reason', USAGE)

function neededUuid(word: string | undefined): string {
  if (word === undefined) throw new Refusal(USAGE)
  const id = word.toLowerCase()
  if (isUuid(id)) return id
  throw new Refusal(`'${word}' is no id: list and quarantine print the ids. Nothing was changed.`)
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
      // A line without an id may be a mistyped id: it is refused, not skipped.
      return [neededUuid(first), ...more.filter((word) => isUuid(word))]
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

const COMMANDS: Record<string, Command> = {
  async check(deps, line) {
    const by = personFor(line, 'import-results', USAGE)
    const report = reportOrRefuse(await checkLabFile(deps, readCsvFile(line.words[1], USAGE), by))
    return `${reportText(report)}Nothing was changed: import takes the file over.\n`
  },
  async import(deps, line) {
    const by = personFor(line, 'import-results', USAGE)
    return reportText(
      reportOrRefuse(await importLabFile(deps, readCsvFile(line.words[1], USAGE), by)),
    )
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
  async list({ database }) {
    const open = await openResults(database)
    const lines = open.map(
      ({ resultId, label, version, state, isHeld, firstJudge }) =>
        `${resultId}  ${label}  version ${version}  ${state}${isHeld ? '  held' : ''}${firstJudge ? `  needs a second clinician, not ${firstJudge}` : ''}`,
    )
    return `${[...lines, `${countOf(open.length, 'result is', 'results are')} not shown.`].join('\n')}\n`
  },
  async release({ database }, line) {
    const by = personFor(line, 'judge-results', USAGE)
    const ids = [...new Set(idsOf(line))]
    if (ids.length === 0) throw new Refusal(USAGE)
    const { released, leftOut } = await releaseResults(database, ids, by)
    const lines = await releaseRefusals(database, leftOut)
    const text = `${released.length} released, ${leftOut.length} left out.\n`
    if (leftOut.length > 0) throw new Refusal([...lines, text.trim()].join('\n'))
    return text
  },
  async 'release-held'({ database }, line) {
    const by = personFor(line, 'judge-results', USAGE)
    const id = neededUuid(line.words[1])
    const reason = await showHeldResult(database, id, { by, reason: reasonOf(line) })
    if (reason !== undefined) {
      throw new Refusal((await releaseRefusals(database, [{ resultId: id, reason }])).join('\n'))
    }
    return `Result ${id} is shown to its patient.\n`
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
    values: ['by', 'reason', 'file'],
    flags: [],
    usage: USAGE,
  })
  const command = chosenCommand(COMMANDS, line, USAGE)
  const { keys, ...access } = resultsEnv(environment())
  return await onDatabase(
    { ...access, lockTimeoutMs: OPERATOR_LOCK_TIMEOUT_MS },
    async (database) => {
      const deps = { database, sealer: createSealer(keys), clock: await databaseClock(database) }
      try {
        return await command(deps, line)
      } catch (error) {
        if (!isLockTimeout(error)) throw error
        throw new Refusal('An import or a release is running: nothing was changed. Run it again.')
      }
    },
  )
}
