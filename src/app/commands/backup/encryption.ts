import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Keys } from '#core/server/config/env.ts'

const NONCE = 12
const TAG = 16

/** Which key a backup is encrypted with: a data key, and the salt (hex) of the key that is derived from it for this backup. */
export type KeyName = { readonly id: string; readonly salt: string }
/** The key of one backup. */
export type BackupKey = KeyName & { readonly key: Buffer }

function derived(dataKey: Buffer, { id, salt }: KeyName): BackupKey {
  const key = hkdfSync('sha256', dataKey, Buffer.from(salt, 'hex'), 'halyard backup', 32)
  return { id, salt, key: Buffer.from(key) }
}

/** A new key for a backup, from the first data key. */
export function newBackupKey({ data: [first] }: Keys): BackupKey {
  if (first === undefined) throw new Error('No data key is configured.')
  return derived(first.key, { id: first.id, salt: randomBytes(32).toString('hex') })
}

/** The key of a backup, or undefined when its data key is not configured. */
export function findBackupKey({ data }: Keys, name: KeyName): BackupKey | undefined {
  const dataKey = data.find(({ id }) => id === name.id)
  return dataKey && derived(dataKey.key, name)
}

/**
 * Writes `source` to a new file, encrypted with AES-256-GCM for this `name` in this backup: a file that is renamed does not decrypt.
 * Layout: nonce, ciphertext, tag.
 */
export async function writeEncrypted(
  source: Readable,
  path: string,
  { key }: BackupKey,
  name: string,
): Promise<void> {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name))
  async function* encrypted(parts: AsyncIterable<Buffer>) {
    yield nonce
    for await (const part of parts) yield cipher.update(part)
    yield cipher.final()
    yield cipher.getAuthTag()
  }
  await pipeline(source, encrypted, createWriteStream(path, { mode: 0o600, flush: true }))
}

async function edgesOf(path: string): Promise<{ nonce: Buffer; tag: Buffer; size: number }> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const [nonce, tag] = [Buffer.alloc(NONCE), Buffer.alloc(TAG)]
    await file.read(nonce, 0, NONCE, 0)
    await file.read(tag, 0, TAG, size - TAG)
    return { nonce, tag, size }
  } finally {
    await file.close()
  }
}

/** The content of a file that `writeEncrypted` wrote; the stream fails at its end when the file was changed. */
export function readEncrypted(path: string, { key }: BackupKey, name: string): Readable {
  async function* decrypted() {
    const { nonce, tag, size } = await edgesOf(path)
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG })
      .setAAD(Buffer.from(name))
      .setAuthTag(tag)
    if (size > NONCE + TAG) {
      const content = createReadStream(path, { start: NONCE, end: size - TAG - 1 })
      for await (const part of content) yield decipher.update(part as Buffer)
    }
    yield decipher.final()
  }
  return Readable.from(decrypted())
}

/** The keyed hash (hex) of a text of this backup. */
export const macOf = (text: string, { key }: BackupKey): string =>
  createHmac('sha256', key).update(text).digest('hex')

/** Whether a text has this keyed hash. */
export function hasMac(text: string, mac: string, key: BackupKey): boolean {
  const [given, expected] = [Buffer.from(mac), Buffer.from(macOf(text, key))]
  return given.length === expected.length && timingSafeEqual(given, expected)
}
