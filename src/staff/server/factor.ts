import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { withoutGaps } from '#core/rules/one-line.ts'
import { CODE_PATTERN } from '#core/rules/password.ts'
import { insertAudit } from '#core/server/database/audit.ts'
import { readClock } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'
import { qrCode } from '#core/server/qr-code.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import { queueFactorLocked } from '#staff/mails/staff.ts'
import {
  acceptStep,
  countWrongCode,
  type Factor,
  findFactor,
  putNewSecret,
} from '#staff/server/database/factors.ts'

/** 160 bits, the length of the hash (RFC 4226 4). */
const SECRET_BYTES = 20
const STEP_SECONDS = 30
/** Steps before and after the current one whose codes are accepted: clocks of telephones differ. */
const WINDOW = 1

const totpOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) })

/** What an authenticator app is given: the QR code, and the secret for a person who types it. */
export type FactorSetup = { readonly secret: string; readonly qr: ReturnType<typeof qrCode> }

export function setupOf(secret: string, issuer: string, label: string): FactorSetup {
  const address = new TOTP({ secret: Secret.fromBase32(secret), issuer, label }).toString()
  return { secret, qr: qrCode(address) }
}

/** The code of this moment (stand-ins and tests). */
export const codeAt = (secret: string, at: Date): string =>
  totpOf(secret).generate({ timestamp: at.getTime() })

/** Sets up a new secret of an account that has none confirmed. */
export const newSecret = (
  db: Queries,
  sealer: Pick<Sealer, 'seal'>,
  userId: string,
): Promise<void> => putNewSecret(db, sealer, userId, new Secret({ size: SECRET_BYTES }).base32)

/** The step whose code this is; undefined when it is none of the window's. */
function stepOf(secret: string, code: string, now: Date): number | undefined {
  if (!CODE_PATTERN.test(code)) return undefined
  const timestamp = now.getTime()
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / STEP_SECONDS) + delta
}

export type CodeRefusal = 'wrong-code' | 'used-code' | 'locked' | 'no-factor'

type Person = { readonly staffId: number; readonly userId: string; readonly name: string }

async function refuseCode(db: Queries, factor: Factor, person: Person): Promise<CodeRefusal> {
  if (!(await countWrongCode(db, factor))) return 'wrong-code'
  await insertAudit(db, {
    actor: null,
    action: 'staff-factor-locked',
    subject: `staff:${person.staffId}`,
    requestId: null,
    operator: person.name,
    staffId: person.staffId,
  })
  await queueFactorLocked(db, randomUUID())
  return 'locked'
}

/**
 * Compares a code, each once: the row is locked, so of two requests with one code the second is refused. Undefined when it is right. Five
 * wrong ones lock the factor and tell the administrators (STF-02). Runs in the transaction of what the code permits.
 */
export async function takeCode(
  db: Queries,
  sealer: Pick<Sealer, 'open'>,
  person: Person,
  typed: string,
): Promise<CodeRefusal | undefined> {
  const factor = await findFactor(db, sealer, person.userId, true)
  if (factor === undefined) return 'no-factor'
  const now = await readClock(db)
  if (factor.lockedUntil !== null && factor.lockedUntil > now) return 'locked'
  const step = stepOf(factor.secret, withoutGaps(typed), now)
  if (step === undefined) return refuseCode(db, factor, person)
  if (factor.lastStep !== null && step <= factor.lastStep) return 'used-code'
  await acceptStep(db, factor, step)
  return undefined
}
