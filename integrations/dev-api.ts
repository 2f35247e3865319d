import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { env, loadEnvFile } from 'node:process'
import type { AstroIntegration } from 'astro'
import { getSiteSettings } from '#content/site-settings.ts'
import type { DevServer } from '#server/http/dev.ts'

/** Where Astro's development server looks for the locals of a request. */
const ASTRO_LOCALS = Symbol.for('astro.locals')

/** The wiring is loaded by plain Node, outside Vite, so that there is one pool and one job loop. */
async function load(): Promise<DevServer> {
  const address = new URL('../src/server/http/dev.ts', import.meta.url).href
  const { startDevServer } = (await import(address)) as typeof import('#server/http/dev.ts')
  return startDevServer(env)
}

const middleware =
  (dev: DevServer) =>
  async (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => {
    try {
      if (request.url?.startsWith('/api/')) return await dev.api(request, response)
      const [own, settings] = await Promise.all([dev.locals(request), getSiteSettings()])
      Reflect.set(request, ASTRO_LOCALS, { ...own, settings })
      return next()
    } catch (error) {
      return next(error)
    }
  }

/** `npm run dev`: the same API and the same services as in production under Astro's development server. */
export const devApi = (): AstroIntegration => ({
  name: 'dev-api',
  hooks: {
    // The development server puts its styles, its refresh of components and the islands' own script inline, without a
    // hash: under the policy nothing would hydrate. Every build has it, and the browser tests run on a build.
    'astro:config:setup': ({ command, updateConfig }) => {
      if (command === 'dev') updateConfig({ security: { csp: false } })
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
