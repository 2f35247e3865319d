import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

const COST = { N: 16_384, r: 8, p: 1 } as const
const BYTES = 32

const derive = (code: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(code.trim().normalize('NFC'), salt, BYTES, cost, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })

/** An access code as it is kept: `scrypt$N$r$p$salt$key`, the last two in base64url. Spaces around the code do not count. */
export async function hashAccessCode(code: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(code, salt, COST)
  const { N, r, p } = COST
  return `scrypt$${N}$${r}$${p}$${salt.toString('base64url')}$${key.toString('base64url')}`
}

/** Is this the code that was hashed? False for a hash that is not one of ours. */
export async function verifyAccessCode(code: string, hash: string): Promise<boolean> {
  const [name, N, r, p, salt, key] = hash.split('$')
  if (name !== 'scrypt' || salt === undefined || key === undefined) return false
  const expected = Buffer.from(key, 'base64url')
  const cost = { N: Number(N), r: Number(r), p: Number(p) }
  const actual = await derive(code, Buffer.from(salt, 'base64url'), cost)
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}
