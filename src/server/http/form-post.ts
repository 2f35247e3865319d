import type { Endpoint } from '#contract/endpoint.ts'

/** Did a page's plain form send this, without script? Then the browser waits for a page, not for JSON (SITE-10). */
export const wantsPage = (endpoint: Endpoint, request: Request): boolean =>
  endpoint.formResult !== undefined &&
  request.method === 'POST' &&
  (request.headers.get('accept') ?? '').includes('text/html')

/**
 * Sends the browser on to the page that tells how it went. The address holds the form and the reason, both fixed
 * words, and nothing that anybody typed.
 */
export function resultPage(endpoint: Endpoint, reason: string): Response {
  const query = new URLSearchParams({ form: endpoint.formResult ?? '', result: reason })
  return new Response(null, { status: 303, headers: { location: `/form-result?${query}` } })
}
