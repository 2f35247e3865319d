import type { Endpoint } from '#core/contract/endpoint.ts'
import { FORM_DONE, FORM_REFUSED, formResultPath } from '#core/rules/form-return.ts'

/** Whether a form was sent without script: the browser then expects a page, not JSON (SITE-10). */
export const wantsPage = (endpoint: Endpoint, request: Request): boolean =>
  (endpoint.formResult !== undefined || endpoint.formPage !== undefined) &&
  request.method === 'POST' &&
  (request.headers.get('accept') ?? '').includes('text/html')

/** The page of the form, or /form-result. The query holds fixed words only: no user input. */
function addressOf(
  { formPage, formResult = '' }: Endpoint,
  reason: string,
  pathValues: Readonly<Record<string, string>>,
): string {
  if (formPage === undefined) {
    return formResultPath(formResult, reason)
  }
  const path = formPage.replace(/:([a-z_]+)/g, (_, name: string) =>
    encodeURIComponent(pathValues[name] ?? ''),
  )
  const query = reason === 'ok' ? FORM_DONE : new URLSearchParams({ [FORM_REFUSED]: reason })
  return `${path}?${query}`
}

/** Redirects to the page with the form's result; `answer` has the cookies to set. */
export function resultPage(
  endpoint: Endpoint,
  reason: string,
  pathValues: Readonly<Record<string, string>>,
  answer: Response,
): Response {
  const location = addressOf(endpoint, reason, pathValues)
  const page = new Response(null, { status: 303, headers: { location } })
  for (const cookie of answer.headers.getSetCookie()) page.headers.append('set-cookie', cookie)
  return page
}
