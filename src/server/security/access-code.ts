import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

const COST = { N: 16_384, r: 8, p: 1 } as const
const BYTES = 32

const derive = (code: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(code.trim().normalize('NFC'), salt, BYTES, cost, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })

/** Hashes an access code for storage: `scrypt$N$r$p$salt$key`, the last two in base64url. Surrounding spaces are ignored. */
export async function hashAccessCode(code: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(code, salt, COST)
  const { N, r, p } = COST
  return `scrypt$${N}$${r}$${p}$${salt.toString('base64url')}$${key.toString('base64url')}`
}

/** Whether `code` is the one that was hashed; false for a hash in another format. */
export async function verifyAccessCode(code: string, hash: string): Promise<boolean> {
  const [name, N, r, p, salt, key] = hash.split('$')
  if (name !== 'scrypt' || salt === undefined || key === undefined) return false
  const expected = Buffer.from(key, 'base64url')
  const cost = { N: Number(N), r: Number(r), p: Number(p) }
  const actual = await derive(code, Buffer.from(salt, 'base64url'), cost)
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}
