/** Routes whose page is not built yet (SITE-01). Remove an entry when its page is added. */
export type ClosedRoute = { path: string; title: string; noindex?: boolean }

export const CLOSED_ROUTES: readonly ClosedRoute[] = []
