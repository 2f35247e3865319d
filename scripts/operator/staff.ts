import { isUtf8 } from 'node:buffer'
import { readFileSync, writeFileSync } from 'node:fs'
import { type Permission, rolesFor, STAFF_ROLES } from '#core/rules/permissions.ts'
import { personKey, readPerson } from '#core/rules/staff-person.ts'
import type { Queries } from '#core/server/database/database.ts'
import { countOf } from '#core/texts/count.ts'
import { listActive } from '#staff/server/database/staff.ts'
import { type CommandLine, neededOption, Refusal } from './command-line.ts'

/**
 * 'Name, role' of the person who runs a command, as it is stored.
 * @throws Refusal when it is not a name with a role, or the role may not do this.
 */
export function personFor(line: CommandLine, permission: Permission, usage: string): string {
  const person = readPerson(neededOption(line, 'by', usage))
  if (person === undefined) {
    throw new Refusal(`--by needs "Name, role"; the roles are: ${STAFF_ROLES.join(', ')}.`)
  }
  const roles = rolesFor(permission)
  if (!roles.includes(person.role)) {
    throw new Refusal(`This is for: ${roles.join(', ')}. Nothing was changed.`)
  }
  return person.by
}

/**
 * The command line with the name of --by as its active account has it, by which audit rows find the account: needed as soon as there is one (STF-06).
 * A role is one of the account's; commands without roles take a name.
 * @throws Refusal when it does not.
 */
export async function checkBy(database: Queries, line: CommandLine): Promise<CommandLine> {
  const by = line.options.get('by')
  if (by === undefined) return line
  const accounts = await listActive(database)
  if (accounts.length === 0) return line
  const account = accounts.find(({ key }) => key === personKey(by))
  if (account === undefined) {
    throw new Refusal(
      '--by names no active account of staff: npm run staff -- list prints them. Nothing was changed.',
    )
  }
  const [, role, ...rest] = by.split(',').map((part) => part.trim().toLowerCase())
  if (rest.length > 0 || (role !== undefined && !account.roles.includes(role))) {
    throw new Refusal(
      `The account of ${account.name} has the roles: ${account.roles.join(', ')}. Nothing was changed.`,
    )
  }
  const stored = role === undefined ? account.name : `${account.name}, ${role}`
  return { ...line, options: new Map(line.options).set('by', stored) }
}

const READ_FAULTS: Partial<Record<string, (file: string) => string>> = {
  ENOENT: (file) => `There is no file ${file}.`,
  EISDIR: (file) => `${file} is a folder: name a file.`,
  EACCES: (file) => `You may not read ${file}.`,
}

/** The bytes of a file. @throws Refusal when it cannot be read. */
export function readOrRefuse(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw new Refusal(READ_FAULTS[code]?.(file) ?? `${file} cannot be read (${code}).`)
  }
}

/** How the files of spreadsheets begin: .xlsx and .ods, and .xls. */
const WORKBOOKS = [Buffer.from('PK\x03\x04'), Buffer.from([0xd0, 0xcf, 0x11, 0xe0])]

/**
 * The text of a CSV file.
 * @throws Refusal when it cannot be read or is not UTF-8 text.
 */
export function readCsvFile(file: string | undefined, usage: string): string {
  if (file === undefined) throw new Refusal(usage)
  const bytes = readOrRefuse(file)
  const isWorkbook = WORKBOOKS.some((start) => bytes.subarray(0, start.length).equals(start))
  if (!isWorkbook && isUtf8(bytes) && !bytes.includes(0)) return new TextDecoder().decode(bytes)
  const what = isWorkbook ? 'a workbook, not a CSV file' : 'not UTF-8 text'
  throw new Refusal(
    `${file} is ${what}: in the spreadsheet choose "Save As", "CSV UTF-8 (Comma delimited)".`,
  )
}

/**
 * Writes a file that only its owner can read.
 * @throws Refusal when there is a file already, or it cannot be written.
 */
export function writeNewFile(file: string, text: string): void {
  try {
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Refusal(
      code === 'EEXIST'
        ? `There is ${file} already: choose another name.`
        : `${file} cannot be written (${code}): choose another folder.`,
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
