import type { AstroCookies } from 'astro'

/** Goes on to a page of this site after a form was accepted, with the cookies of a session that it opened or ended. */
export function goOn(path: string, cookies: readonly string[] = []): Response {
  const response = new Response(null, { status: 303, headers: { location: path } })
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

/** What the services need to know of the browser. */
export const visitOf = ({ locals, request }: { locals: App.Locals; request: Request }) => ({
  network: locals.network,
  userAgent: locals.userAgent,
  cookie: request.headers.get('cookie'),
  session: locals.staff,
})

/** Passes a value on to the pages below `path` that the browser opens next: an address is stored in the history and in logs. */
export function passOn(
  { cookies, site }: { cookies: AstroCookies; site: URL | undefined },
  name: string,
  value: string,
  path: string,
): void {
  const secure = site?.protocol === 'https:'
  cookies.set(name, value, { path, httpOnly: true, sameSite: 'strict', secure, maxAge: 600 })
}
