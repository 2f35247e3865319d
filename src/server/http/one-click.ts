import { ONE_CLICK_PATH } from '#contract/event-notices.ts'
import { isToken } from '#domain/token.ts'
import type { SignedRoute } from '#server/http/api.ts'
import { done, type Outcome } from '#server/outcome.ts'

type EndByMail = (token: string, network: string) => Promise<Outcome<object>>

const tokenOf = (request: Request) => {
  const last = new URL(request.url).pathname.split('/').at(-1) ?? ''
  return isToken(last) ? last : undefined
}

/**
 * The address of `List-Unsubscribe` (RFC 8058): mail programs POST to it without a session or an Origin. Its token ends notices
 * of events and can do nothing else. A browser that opens it gets the page with the button: a GET changes nothing.
 */
export const oneClickRoute = (end: EndByMail): SignedRoute => ({
  name: 'endEventNotice',
  path: `${ONE_CLICK_PATH}/:token`,
  async handle(request, { network }) {
    const token = tokenOf(request)
    return token === undefined ? done({ status: 'success' }) : await end(token, network)
  },
  // In the fragment: the page reads it, and no log of ours or of another site does.
  pageFor: (request) => `/event-notice?stop#${tokenOf(request) ?? ''}`,
})
