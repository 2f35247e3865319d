import { changeHold, heldMails } from '#app/commands/held-mails.ts'
import { databaseEnv } from '#core/server/config/command-env.ts'
import { isSiteRunning, SITE_IS_RUNNING } from '#core/server/database/running-site.ts'
import { countOf } from '#core/texts/count.ts'
import { neededOption, Refusal, readCommandLine, runCommand } from './operator/command-line.ts'
import { operatorEnvironment } from './operator/environment.ts'
import { onDatabase } from './operator/on-database.ts'
import { checkBy } from './operator/staff.ts'

const USAGE = `npm run mails -- held                        the mails that a restore holds
npm run mails -- hold --by <your name>       holds the mails that wait, after a restore by other means and before the site starts
npm run mails -- release --by <your name>    sends them
npm run mails -- discard --by <your name>    ends them without sending`

const ANSWERS = {
  hold: (count: number) => `${countOf(count, 'mail is', 'mails are')} held.\n`,
  release: (count: number) => `${countOf(count, 'mail')} will be sent.\n`,
  discard: (count: number) => `${countOf(count, 'mail')} discarded.\n`,
}

runCommand(async () => {
  const line = readCommandLine(process.argv.slice(2), { values: ['by'], flags: [], usage: USAGE })
  const [command] = line.words
  if (command !== 'held' && command !== 'hold' && command !== 'release' && command !== 'discard') {
    throw new Refusal(USAGE)
  }
  if (command !== 'held') neededOption(line, 'by', USAGE)
  return await onDatabase(databaseEnv(operatorEnvironment()), async (database) => {
    const named = await checkBy(database, line)
    if (command === 'held') return await heldMails(database)
    const operator = neededOption(named, 'by', USAGE)
    // A running site may be sending them.
    if (command === 'hold' && (await isSiteRunning(database.prepared))) {
      throw new Refusal(SITE_IS_RUNNING)
    }
    return ANSWERS[command](await changeHold(database, command, operator))
  })
})
