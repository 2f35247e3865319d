import { endLink } from '#core/rules/mailed-link.ts'
import { isToken } from '#core/rules/token.ts'
import type { SignedRoute } from '#core/server/http/binding.ts'
import { done, type Outcome } from '#core/server/outcome.ts'
import { ONE_CLICK_PATH } from '#events/contract/event-notices.ts'

type EndByMail = (token: string, network: string) => Promise<Outcome<object>>

const tokenOf = (request: Request) => {
  const { pathname, searchParams } = new URL(request.url)
  const token = searchParams.get('token') ?? pathname.split('/').at(-1) ?? ''
  return isToken(token) ? token : undefined
}

/**
 * The address of `List-Unsubscribe` (RFC 8058): mail programs POST to it without a session or an Origin. Its token ends notices
 * of events and can do nothing else. A browser that opens it gets the page with the button: a GET changes nothing. Mails of earlier
 * versions have the token in the path.
 */
export const oneClickRoutes = (end: EndByMail): SignedRoute[] =>
  ([ONE_CLICK_PATH, `${ONE_CLICK_PATH}/:token`] as const).map((path) => ({
    name: 'endEventNotice',
    path,
    async handle(request, { network }) {
      const token = tokenOf(request)
      return token === undefined ? done({ status: 'success' }) : await end(token, network)
    },
    pageFor: (request) => endLink('', tokenOf(request) ?? ''),
  }))
