import { call } from '#contract/call.ts'
import { logError } from '#contract/service.ts'

type ErrorReport = {
  /** One of our own sentences; never what a man typed. */
  readonly errorMessage: string
  readonly description: string
  /** Names of fields, never their values. */
  readonly fields?: readonly string[]
}

/** Tells the server of an error and waits for nothing, not even for the page to stay (FORM-02). */
export function reportError({ fields, ...report }: ErrorReport): void {
  void call(
    logError,
    { ...report, ...(fields === undefined ? {} : { fields: [...fields] }) },
    { keepalive: true },
  )
}
