import { readFileSync } from 'node:fs'
import { readPerson, rolesFor, STAFF_ROLES, type StaffAction } from '#domain/staff-person.ts'
import { countOf } from '#domain/texts/count.ts'
import { type CommandLine, neededOption, Refusal } from './command-line.ts'

/**
 * 'Name, role' of the person who runs a command, as it is stored.
 * @throws Refusal when it is no name with a role, or the role may not do this.
 */
export function personFor(line: CommandLine, action: StaffAction, usage: string): string {
  const person = readPerson(neededOption(line, 'by', usage))
  if (person === undefined) {
    throw new Refusal(`--by needs "Name, role"; the roles are: ${STAFF_ROLES.join(', ')}.`)
  }
  const roles = rolesFor(action)
  if (!roles.includes(person.role)) {
    throw new Refusal(`This is for: ${roles.join(', ')}. Nothing was changed.`)
  }
  return person.by
}

/**
 * The text of a CSV file.
 * @throws Refusal when there is no such file or it is not UTF-8.
 */
export function readCsvFile(file: string | undefined, usage: string): string {
  if (file === undefined) throw new Refusal(usage)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch (error) {
    const isMissing = (error as { code?: string }).code === 'ENOENT'
    throw new Refusal(
      isMissing
        ? `There is no file ${file}.`
        : `${file} is not UTF-8 text: save it as "CSV UTF-8" (no Excel file).`,
    )
  }
}

/** Refuses with every fault by line. */
export const refuseFaults = (faults: readonly { line: number; problem: string }[]): Refusal =>
  new Refusal(
    [
      ...faults.map(({ line, problem }) => `line ${line}: ${problem}`),
      `Nothing was changed: ${countOf(faults.length, 'fault')}.`,
    ].join('\n'),
  )
