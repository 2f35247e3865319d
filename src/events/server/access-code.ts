import { randomInt } from 'node:crypto'
import type { CipherContext, Sealer } from '#core/server/security/seal.ts'
import { normalAccessCode } from '#events/rules/access-code.ts'

/** No letter or digit that looks like another one, and no vowel, so that no word arises. */
const ALPHABET = '23456789BCDFGHJKMNPQRSTVWXZ'
const GROUPS = 2
const GROUP_LENGTH = 4

const group = () =>
  Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** A new random access code, such as `7KQM-X2TB`: one of 280 thousand million. */
export const createAccessCode = (): string => Array.from({ length: GROUPS }, group).join('-')

/** The keyed hash that finds an access code; the same for every way to type it. */
export const accessCodeLookup = (sealer: Pick<Sealer, 'lookup'>, code: string): Buffer =>
  sealer.lookup(normalAccessCode(code), 'access-code')

export const accessCodeContext = (codeId: string): CipherContext => ({
  table: 'access_codes',
  row: codeId,
  column: 'code_sealed',
})
