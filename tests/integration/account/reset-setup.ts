import { expect, vi } from 'vitest'
import { askPasswordReset, verifyResetCode } from '#account/contract/account-changes.ts'
import type { TestService } from '#tests/fixtures/service.ts'
import type { Answer, Visitor } from '#tests/fixtures/visitor.ts'

const CODE = /^Your code: (\d{6})$/

/** The codes mailed to an address so far, the newest first. */
export async function codesTo(service: TestService, email: string): Promise<string[]> {
  const mails = await service.mailsTo(email)
  return mails.flatMap(({ subject }) => CODE.exec(subject)?.[1] ?? [])
}

/** Waits until `count` codes were mailed to an address; answers the newest. */
export const waitForCode = (service: TestService, email: string, count = 1): Promise<string> =>
  vi.waitFor(
    async () => {
      const codes = await codesTo(service, email)
      expect(codes).toHaveLength(count)
      return codes[0] ?? ''
    },
    { timeout: 10_000, interval: 20 },
  )

export const ask = (visitor: Visitor, email: string): Promise<Answer> =>
  visitor.call(askPasswordReset, { email })

export const enter = (visitor: Visitor, email: string, code: string): Promise<Answer> =>
  visitor.call(verifyResetCode, { email, code })

/** Another code than this one. */
export const wrong = (code: string, n = 1): string =>
  String((Number(code) + n) % 1_000_000).padStart(6, '0')

export const reasonOf = ({ status, body }: Answer): string =>
  status < 300 ? 'ok' : String(body['reason'])
