import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  randomBytes,
} from 'node:crypto'
import type { Keys } from '#core/server/config/env.ts'

const NONCE = 12
const TAG = 16

/** The row and column of an encrypted value. It decrypts nowhere else, so it cannot be moved to another row. */
export type CipherContext = {
  readonly table: string
  readonly row: string
  readonly column: string
}

/**
 * Bytes by which the texts of a column grow before they are encrypted, so that the length does not reveal the text. The longest text of
 * a column with few possible values is shorter than one step.
 */
const STEPS: Readonly<Record<string, number>> = {
  answers_sealed: 4096,
  comments_sealed: 1024,
  content_sealed: 1024,
  details_sealed: 256,
  retest_reason_sealed: 256,
  row_sealed: 1024,
}
const USUAL_STEP = 64
export const paddingStep = (column: string): number => STEPS[column] ?? USUAL_STEP

/** Not a byte of UTF-8: it ends the text. Values from before the padding have none. */
const PADDING = 0xff

function padded(text: string, column: string): Buffer {
  const bytes = Buffer.from(text, 'utf8')
  const step = paddingStep(column)
  const length = Math.max(1, Math.ceil(bytes.length / step)) * step
  return Buffer.concat([bytes, Buffer.alloc(length - bytes.length, PADDING)])
}

function withoutPadding(bytes: Buffer): string {
  const end = bytes.indexOf(PADDING)
  return bytes.toString('utf8', 0, end < 0 ? bytes.length : end)
}

/** Encrypts and decrypts medical data; hashes it for look-ups without decrypting. */
export type Sealer = {
  /** AES-256-GCM under the current key. Layout: key id length (1 byte), key id, nonce, tag, ciphertext of the padded text. */
  seal(text: string, context: CipherContext): Buffer
  /** @throws when the key is unknown or the value does not belong to `context`. */
  open(sealed: Buffer, context: CipherContext): string
  /** Keyed hash (HMAC-SHA-256) for look-ups; the same text has the same hash within one `purpose`. */
  lookup(text: string, purpose: string): Buffer
}

const bound = ({ table, row, column }: CipherContext) =>
  Buffer.from(`${table}\n${row}\n${column}`, 'utf8')

/** The bytes of an encrypted value before its ciphertext, beside the prefix. */
export const SEALED_OVERHEAD = NONCE + TAG

/** The first bytes of every value that is encrypted under this key. */
export const sealedPrefix = (keyId: string): Buffer => {
  const id = Buffer.from(keyId, 'utf8')
  return Buffer.concat([Buffer.from([id.length]), id])
}

/** A sealer with versioned keys: the first encrypts, all decrypt. */
export function createSealer(keys: Keys): Sealer {
  const current = keys.data[0]
  if (current === undefined) throw new Error('No data key is configured.')
  // A key that is made once takes a quarter of the time of one that is made for each hash.
  const lookupKey = createSecretKey(keys.lookup)
  return {
    seal(text, context) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce).setAAD(bound(context))
      const sealed = Buffer.concat([cipher.update(padded(text, context.column)), cipher.final()])
      return Buffer.concat([sealedPrefix(current.id), nonce, cipher.getAuthTag(), sealed])
    },
    open(sealed, context) {
      const idLength = sealed[0] ?? 0
      const id = sealed.subarray(1, 1 + idLength).toString('utf8')
      const found = keys.data.find((candidate) => candidate.id === id)
      if (found === undefined) throw new Error(`The data key '${id}' is not configured.`)
      const at = 1 + idLength
      const decipher = createDecipheriv('aes-256-gcm', found.key, sealed.subarray(at, at + NONCE), {
        authTagLength: TAG,
      })
        .setAAD(bound(context))
        .setAuthTag(sealed.subarray(at + NONCE, at + NONCE + TAG))
      const text = [decipher.update(sealed.subarray(at + NONCE + TAG)), decipher.final()]
      return withoutPadding(Buffer.concat(text))
    },
    lookup: (text, purpose) =>
      createHmac('sha256', lookupKey).update(`${purpose}\n${text}`).digest(),
  }
}
