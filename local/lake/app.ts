import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import { identify } from './access.ts'
import { httpError, LakeError } from './errors.ts'
import { json, type LakeEnv, newRoutes } from './http.ts'
import type { Lake } from './lake.ts'
import { assetRoutes, fileRoutes } from './routes/assets.ts'
import { dataRoutes } from './routes/data.ts'
import { historyRoutes } from './routes/history.ts'
import { mutateRoutes } from './routes/mutate.ts'
import { projectRoutes } from './routes/projects.ts'
import { studioRoutes } from './routes/studio.ts'
import { userRoutes } from './routes/users.ts'

/** The first part of an API path: `vX` or a version such as `v2026-11-01`. */
const VERSION = '/:version{v(?:X|\\d[\\w.-]*)}'

const API_ROUTES = [dataRoutes, mutateRoutes, assetRoutes, historyRoutes, projectRoutes, userRoutes]

/** All HTTP routes of the lake. `onFault` receives every error that is not the client's. */
export function createApp(lake: Lake, onFault: (error: unknown) => void): Hono<LakeEnv> {
  const app = newRoutes()
  app.use(async (c, next) => {
    c.set('lake', lake)
    c.set('caller', identify(c.env.incoming, lake))
    await next()
  })
  for (const routes of API_ROUTES) app.route(VERSION, routes)
  app.route('/', fileRoutes)
  app.route('/', studioRoutes)
  app.notFound((c) => failure(httpError(404, `The lake does not know ${c.req.path}`), onFault))
  app.onError((error, c) =>
    failure(isAborted(c.env) ? httpError(400, 'The request was aborted') : error, onFault),
  )
  return app
}

/** The JSON response to an error. Sanity's clients read the message from it. */
function failure(error: unknown, onFault: (error: unknown) => void): Response {
  if (error instanceof LakeError) return json(error.body, error.status)
  onFault(error)
  return json({ statusCode: 500, error: 'Internal Server Error', message: 'The lake failed' }, 500)
}

function isAborted({ incoming }: HttpBindings): boolean {
  return Boolean(incoming.errored)
}
