import { countOf } from '#domain/texts/count.ts'
import { databaseEnv } from '#server/config/command-env.ts'
import { endHold, heldMails } from '#server/operations/held-mails.ts'
import { neededOption, Refusal, readCommandLine, runCommand } from './operator/command-line.ts'
import { operatorEnvironment } from './operator/environment.ts'
import { onDatabase } from './operator/on-database.ts'

const USAGE = `npm run mails -- held                        the mails that a restore holds
npm run mails -- release --by <your name>    sends them
npm run mails -- discard --by <your name>    ends them without sending`

runCommand(async () => {
  const line = readCommandLine(process.argv.slice(2), { values: ['by'], flags: [], usage: USAGE })
  const [command] = line.words
  if (command !== 'held' && command !== 'release' && command !== 'discard') throw new Refusal(USAGE)
  const operator = command === 'held' ? '' : neededOption(line, 'by', USAGE)
  return await onDatabase(databaseEnv(operatorEnvironment()), async (database) => {
    if (command === 'held') return await heldMails(database)
    const count = await endHold(database, command, operator)
    return `${countOf(count, 'mail')} ${command === 'release' ? 'will be sent' : 'discarded'}.\n`
  })
})
