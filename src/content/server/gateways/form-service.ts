import { type FormAnswer, readFormAnswer } from '#content/rules/form-submission.ts'

/** A hosted form service with Formspree's protocol: JSON in, JSON out. */
export type FormService = {
  /** Sends a form. Never throws: `unreachable` after ten seconds without a response. */
  submit(fields: Readonly<Record<string, string>>): Promise<FormAnswer | { kind: 'unreachable' }>
}

export type FormServiceEnv = { readonly apiBase: string; readonly formId: string }

const TIME_OUT_MS = 10_000

/**
 * The form `formId` of the service at `apiBase` (`https://formspree.io` unless a stand-in is configured): POST /f/{id}.
 * Called by the server, never by the browser.
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
