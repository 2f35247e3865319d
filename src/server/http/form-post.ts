import type { Endpoint } from '#contract/endpoint.ts'

/** Whether a form was sent without script: the browser then expects a page, not JSON (SITE-10). */
export const wantsPage = (endpoint: Endpoint, request: Request): boolean =>
  endpoint.formResult !== undefined &&
  request.method === 'POST' &&
  (request.headers.get('accept') ?? '').includes('text/html')

/** Redirects to the page with the form's result. The URL holds the form and the reason, both fixed words: no user input. */
export function resultPage(endpoint: Endpoint, reason: string): Response {
  const query = new URLSearchParams({ form: endpoint.formResult ?? '', result: reason })
  return new Response(null, { status: 303, headers: { location: `/form-result?${query}` } })
}
