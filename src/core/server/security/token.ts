import { createHash, randomBytes } from 'node:crypto'

/** A new token: 256 random bits in base64url (`isToken`). */
export const createToken = (): string => randomBytes(32).toString('base64url')

/** The SHA-256 under which a token is stored: the database never holds the token itself. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
