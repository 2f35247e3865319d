import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import { identify } from './access.ts'
import { httpError, LakeError } from './errors.ts'
import { json, type LakeEnv, newRoutes } from './http.ts'
import type { Lake } from './lake.ts'
import { assetRoutes, fileRoutes } from './routes/assets.ts'
import { dataRoutes } from './routes/data.ts'
import { historyRoutes } from './routes/history.ts'
import { liveRoutes } from './routes/live.ts'
import { mutateRoutes } from './routes/mutate.ts'
import { projectRoutes } from './routes/projects.ts'
import { studioRoutes } from './routes/studio.ts'
import { userRoutes } from './routes/users.ts'

/** The first part of an API path: `vX` or a version such as `v2026-11-01`. */
const VERSION = '/:version{v(?:X|\\d[\\w.-]*)}'

const API_ROUTES = [
  dataRoutes,
  mutateRoutes,
  assetRoutes,
  liveRoutes,
  historyRoutes,
  projectRoutes,
  userRoutes,
]

/** All HTTP routes of the lake. `onFault` receives every error that is not the client's. */
export function createApp(lake: Lake, onFault: (error: unknown) => void): Hono<LakeEnv> {
  const app = newRoutes()
  app.use(async (c, next) => {
    requireReadablePath(new URL(c.req.url).pathname)
    c.set('lake', lake)
    c.set('caller', identify(c.env.incoming, lake))
    await next()
  })
  app.use(async (c, next) => {
    await next()
    c.header('x-content-type-options', 'nosniff')
  })
  for (const routes of API_ROUTES) app.route(VERSION, routes)
  app.route('/', fileRoutes)
  app.route('/', studioRoutes)
  refuseOtherMethods(app)
  app.notFound((c) => failure(httpError(404, `The lake does not know ${c.req.path}`), onFault))
  app.onError((error, c) =>
    failure(isAborted(c.env) ? httpError(400, 'The request was aborted') : error, onFault),
  )
  return app
}

/** The JSON response to an error. Sanity's clients read the message from it. */
export function failure(error: unknown, onFault: (error: unknown) => void): Response {
  if (error instanceof LakeError) return json(error.body, error.status, error.headers)
  onFault(error)
  return json({ statusCode: 500, error: 'Internal Server Error', message: 'The lake failed' }, 500)
}

/** Hono answers 404 for a known path with another method; Sanity's API answers 405. */
function refuseOtherMethods(app: Hono<LakeEnv>): void {
  const paths = app.routes.filter(({ method }) => method !== 'ALL').map(({ path }) => path)
  for (const path of new Set(paths)) {
    app.all(path, (c) => {
      throw httpError(405, `${c.req.method} is not allowed here`)
    })
  }
}

/** Hono leaves a broken escape sequence undecoded; Sanity's API answers 400. */
function requireReadablePath(path: string): void {
  try {
    if (!path.startsWith('//')) {
      decodeURIComponent(path)
      return
    }
  } catch {
    // Refused below.
  }
  throw httpError(400, 'The address is not readable')
}

function isAborted({ incoming }: HttpBindings): boolean {
  return Boolean(incoming.errored)
}
