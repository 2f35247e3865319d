import { NOTE_LIMITS, tooLong } from '#core/rules/character-limits.ts'
import { cleanLine, hasLineBreak, hasUnshowable } from '#core/rules/one-line.ts'
import { entryOf } from '#core/rules/record.ts'
import { EnvironmentError } from '#core/server/config/env.ts'
import { DatabaseRefused } from '#core/server/database/connection.ts'

/** An invalid command line or a refused command; the message is for the operator. */
export class Refusal extends Error {}

/** The longest texts of options that are stored as notes. */
const MOST = { reason: NOTE_LIMITS.reason, note: NOTE_LIMITS.details } as const

/** The words of a command line, and its options `--name value` or `--name`. */
export type CommandLine = {
  readonly words: readonly string[]
  readonly options: ReadonlyMap<string, string>
}

/** The value of an option; a note is measured and stored without the spaces around it. */
function optionText(name: string, value: string): string {
  const most = entryOf<number>(MOST, name)
  if (most === undefined) return value
  const note = value.trim()
  if (note.length > most) throw new Refusal(`--${name}: ${tooLong(most)}`)
  return note
}

/**
 * Parses a command line. `flags` are the options without a value.
 * @throws Refusal with `usage` on an unknown option or one without its value, and when a text is not one visible line, or a note is too long: it may be
 * stored and listed.
 */
export function readCommandLine(
  args: readonly string[],
  known: { values: readonly string[]; flags: readonly string[]; usage: string },
): CommandLine {
  if (
    args.some((arg) => cleanLine(arg) !== arg.trim() || hasLineBreak(arg) || hasUnshowable(arg))
  ) {
    throw new Refusal('Write each text on one line, without characters that cannot be seen.')
  }
  const words: string[] = []
  const options = new Map<string, string>()
  const rest = [...args]
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (!arg.startsWith('--')) words.push(arg)
    else if (known.flags.includes(arg.slice(2))) options.set(arg.slice(2), '')
    else {
      const value = rest.shift()
      if (!known.values.includes(arg.slice(2)) || value === undefined || value.startsWith('--')) {
        throw new Refusal(known.usage)
      }
      options.set(arg.slice(2), optionText(arg.slice(2), value))
    }
  }
  return { words, options }
}

/**
 * The command that the first word names.
 * @throws Refusal with `usage` when there is none; names that every object has, such as `constructor`, are none.
 */
export function chosenCommand<Command>(
  commands: Readonly<Record<string, Command>>,
  { words: [name = ''] }: CommandLine,
  usage: string,
): Command {
  const command = entryOf(commands, name)
  if (command === undefined) throw new Refusal(usage)
  return command
}

/** The value of an option that must not be blank. */
export function neededOption({ options }: CommandLine, name: string, usage: string): string {
  const value = options.get(name)?.trim()
  if (!value) throw new Refusal(usage)
  return value
}

/** The id that follows the command's name: a positive whole number. */
export function neededId({ words: [, word] }: CommandLine, usage: string): number {
  if (word === undefined || !/^[1-9]\d{0,14}$/.test(word)) throw new Refusal(usage)
  return Number(word)
}

/** Runs a command; prints its text, or its error, and sets the exit code. */
export function runCommand(run: () => Promise<string>): void {
  run().then(
    (text) => {
      process.stdout.write(text)
    },
    (error: unknown) => {
      process.exitCode = 1
      const isOurs = [Refusal, EnvironmentError, DatabaseRefused].some(
        (kind) => error instanceof kind,
      )
      process.stderr.write(
        `${isOurs ? '' : 'The command failed: '}${error instanceof Error ? error.message : error}\n`,
      )
    },
  )
}
