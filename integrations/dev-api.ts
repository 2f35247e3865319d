import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { env, loadEnvFile } from 'node:process'
import type { AstroIntegration } from 'astro'
import type { DevServer } from '#app/http/dev.ts'
import { readEverything } from '#content/read/everything.ts'
import { setSiteContent, withReading } from '#content/read/reading.ts'
import { getSiteSettings } from '#content/read/site-settings.ts'
import { contentEnv } from '#core/server/config/env.ts'
import { prepareContent } from './prepare-content.ts'

/** Astro's development server reads the locals of a request from this property. */
const ASTRO_LOCALS = Symbol.for('astro.locals')

/** Loaded by Node, not by Vite: Vite would reload the modules and open further pools and job loops. */
async function load(): Promise<DevServer> {
  const address = new URL('../src/app/http/dev.ts', import.meta.url).href
  const { startDevServer } = (await import(address)) as typeof import('#app/http/dev.ts')
  return startDevServer(env)
}

/** Reads the content anew, so that a reload of a page shows what was published. Returns the settings. */
async function readContent() {
  const sources = { content: contentEnv(env), at: new Date(), readAll: readEverything }
  const { reading } = await prepareContent(sources)
  await setSiteContent(reading)
  return withReading(reading, getSiteSettings)
}

const middleware =
  (dev: DevServer) =>
  async (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => {
    try {
      if (request.url?.startsWith('/api/')) return await dev.api(request, response)
      if (dev.tile(request, response)) return
      if (!request.headers.accept?.includes('text/html')) return next()
      const [own, settings] = await Promise.all([dev.locals(request), readContent()])
      Reflect.set(request, ASTRO_LOCALS, { ...own, settings })
      return next()
    } catch (error) {
      return next(error)
    }
  }

/** Mounts the API and the services of production in Astro's development server (`npm run dev`). */
export const devApi = (): AstroIntegration => ({
  name: 'dev-api',
  hooks: {
    // The development server inlines styles and scripts without hashes: under the policy no island would hydrate.
    // Builds have the policy, and the browser tests run on a build. Origins are checked by Astro, because the listener of production is not used.
    'astro:config:setup': ({ command, updateConfig }) => {
      if (command === 'dev') updateConfig({ security: { csp: false, checkOrigin: true } })
    },
    'astro:server:setup': async ({ server }) => {
      if (existsSync('.env')) loadEnvFile('.env')
      const dev = await load()
      server.httpServer?.once('close', () => {
        void dev.close()
      })
      server.middlewares.use((request, response, next) => {
        void middleware(dev)(request, response, next)
      })
    },
  },
})
