import { type FormAnswer, readFormAnswer } from '#domain/form-submission.ts'

/** A hosted form service that takes a form as JSON and answers as Formspree does. */
export type FormService = {
  /** Sends a form. Never throws: `unreachable` when no answer came within ten seconds. */
  submit(fields: Readonly<Record<string, string>>): Promise<FormAnswer | { kind: 'unreachable' }>
}

export type FormServiceEnv = { readonly apiBase: string; readonly formId: string }

const TIME_OUT_MS = 10_000

/**
 * The form `formId` of the service at `apiBase` (`https://formspree.io` unless a stand-in is named): POST /f/{id}.
 * Only this server asks it, never the browser (payments.md, Mail).
 */
export function formServiceGateway({ apiBase, formId }: FormServiceEnv): FormService {
  const url = `${apiBase}/f/${encodeURIComponent(formId)}`
  return {
    async submit(fields) {
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { accept: 'application/json', 'content-type': 'application/json' },
          body: JSON.stringify(fields),
          redirect: 'error',
          signal: AbortSignal.timeout(TIME_OUT_MS),
        })
        if (response.status >= 500) return { kind: 'unreachable' }
        return readFormAnswer(await response.json())
      } catch {
        return { kind: 'unreachable' }
      }
    },
  }
}
