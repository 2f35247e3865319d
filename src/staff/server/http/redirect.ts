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
