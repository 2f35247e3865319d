import type { APIContext, MiddlewareNext } from 'astro'
import { isForToday, type Permission, roleFor } from '#core/rules/permissions.ts'
import type { StaffMember } from '#core/server/caller.ts'
import { STAFF_PAGES } from '#staff/rules/pages.ts'

const NOT_ALLOWED = '/staff/not-allowed'

/** The member of staff of a request; undefined until the second factor was given. */
function memberOf({ staff }: App.Locals): StaffMember | undefined {
  return staff?.factorAt ? { ...staff, factorAt: staff.factorAt } : undefined
}

/** A page that was posted is opened anew after the sign-in: what it would have done is not repeated, and the sign-in says so. */
function signInPath({ url, request, locals }: APIContext) {
  const to = new URLSearchParams({ to: url.pathname + url.search })
  if (request.method === 'POST') to.set('ended', 'form')
  return `/staff/sign-in${locals.staff === undefined ? '' : '/code'}?${to}`
}

async function refuse({ locals, routePattern }: APIContext, next: MiddlewareNext) {
  await locals.services.staffAccess.recordRefusal(locals, routePattern)
  const response = await next(NOT_ALLOWED)
  return new Response(response.body, { status: 403, headers: response.headers })
}

/** Whether the person may open this page. Of a page for the events of today, the address names the event. */
async function isAllowed(
  { locals, params }: APIContext,
  { roles }: StaffMember,
  permission: Permission | undefined,
): Promise<boolean> {
  if (permission === undefined || roleFor(roles, permission) === undefined) return false
  return !isForToday(roles, permission) || (await locals.services.attendees.isToday(params['id']))
}

async function answer(context: APIContext, next: MiddlewareNext): Promise<Response> {
  const { locals, routePattern } = context
  const permission = STAFF_PAGES[routePattern]?.permission
  if (permission === 'signing-in') return next()
  const member = memberOf(locals)
  if (member === undefined) {
    // A patient's session opens nothing here, and is not asked to sign in with another account.
    if (locals.session !== undefined && locals.staff === undefined) return refuse(context, next)
    return context.redirect(signInPath(context), 303)
  }
  if (!(await isAllowed(context, member, permission))) return refuse(context, next)
  locals.member = member
  return next()
}

/** Answers an address below /staff (STF-01, STF-03): signed-out visitors go to the sign-in and back; people who may not open the page get 403. */
export async function staffPage(context: APIContext, next: MiddlewareNext): Promise<Response> {
  const response = await answer(context, next)
  response.headers.set('cache-control', 'no-store')
  response.headers.set('x-robots-tag', 'noindex')
  return response
}
