import { call } from '#core/contract/call.ts'
import { logError } from '#core/contract/service.ts'

type ErrorReport = {
  /** One of our own messages; never user input. */
  readonly errorMessage: string
  readonly description: string
  /** Names of fields, never their values. */
  readonly fields?: readonly string[]
}

/** Reports an error to the server. Fire-and-forget: the request survives leaving the page (FORM-02). */
export function reportError({ fields, ...report }: ErrorReport): void {
  void call(
    logError,
    { ...report, ...(fields === undefined ? {} : { fields: [...fields] }) },
    { keepalive: true },
  )
}
