import { getSession } from '#account/contract/accounts.ts'
import { call } from '#core/contract/call.ts'
import { signedInUntil } from '#core/rules/session-marker.ts'

/** Whether the browser says that it keeps no cookie of this site, without which it cannot stay signed in (AUTH-18). */
export const blocksCookies = (): boolean => navigator.cookieEnabled === false

/**
 * Whether the browser has kept the session that the server has just opened: a browser, or an extension, may refuse a cookie without
 * saying so. The marker arrives with the session's own cookie, which no script can read.
 */
export async function keepsSession(): Promise<boolean> {
  if (signedInUntil(document.cookie) !== undefined) return true
  // Another tab may have removed the marker: the server decides.
  const answer = await call(getSession, {})
  return !answer.ok || answer.value.session !== null
}
