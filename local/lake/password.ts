import { randomBytes, scrypt, scryptSync, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** A stored password; salt and hash in base64. `cost` is scrypt's N: DEFAULT_COST when it is missing. */
export type Secret = { salt: string; hash: string; cost?: number }

export const DEFAULT_COST = 16_384
const HASH_BYTES = 32

const scryptAsync = promisify<string, Buffer, number, { N: number }, Buffer>(scrypt)

const saltOf = ({ salt }: Secret) => Buffer.from(salt, 'base64')
const isEqual = ({ hash }: Secret, given: Buffer) =>
  timingSafeEqual(given, Buffer.from(hash, 'base64'))

/** Keyboards and systems write one accented letter in two ways. */
const normal = (password: string) => password.normalize('NFC')

/** A new salt and the hash of a password. Blocks for 0.1 s: use it only at the start and for accepted invitations. */
export function hashPassword(password: string, cost: number): Secret {
  const salt = randomBytes(16)
  const hash = scryptSync(normal(password), salt, HASH_BYTES, { N: cost })
  return { salt: salt.toString('base64'), hash: hash.toString('base64'), cost }
}

/** Whether the password is that of the secret. Blocks like `hashPassword`. */
export const isPasswordNow = (password: string, secret: Secret): boolean =>
  isEqual(
    secret,
    scryptSync(normal(password), saltOf(secret), HASH_BYTES, { N: secret.cost ?? DEFAULT_COST }),
  )

/** The same without blocking. Without a secret it takes as long as with one of this cost, and is never true. */
export async function isPassword(
  password: string,
  secret: Secret | undefined,
  cost: number,
): Promise<boolean> {
  const compared = secret ?? nobody(cost)
  const N = compared.cost ?? DEFAULT_COST
  return isEqual(compared, await scryptAsync(normal(password), saltOf(compared), HASH_BYTES, { N }))
}

/** No password has this hash. */
const nobody = (cost: number): Secret => ({
  salt: randomBytes(16).toString('base64'),
  hash: randomBytes(HASH_BYTES).toString('base64'),
  cost,
})
