import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { env } from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import node from '@astrojs/node'
import react from '@astrojs/react'
import { defineConfig, envField, fontProviders } from 'astro/config'
import { contentVariables } from '#server/publishing/build-environment.ts'
import { buildRecord } from './integrations/build-record.ts'
import { devApi } from './integrations/dev-api.ts'
import { precompress } from './integrations/precompress.ts'
import { sitemapOfPages } from './integrations/sitemap.ts'

// As `server.ts` and the scripts do; without it a build would not know its own address, and say localhost everywhere.
// Only what pages are made of: a build has no business with the database or the keys that lie in the same file.
if (existsSync('.env')) {
  const given = contentVariables(parseEnv(readFileSync('.env', 'utf8')))
  for (const [name, value] of Object.entries(given)) env[name] ??= value
}

/** Build output and caches lie where the start script says, so that two instances never share them. */
const outDir = resolve(env['BUILD_DIR'] ?? 'dist')
const dataDir = resolve(env['DATA_DIR'] ?? '.data')

/**
 * The build runs its own output, which imports packages by name. Where the output lies outside the repository
 * (`DATA_DIR` elsewhere), no node_modules would be found above it: a link beside it helps.
 */
const packagesBesideOutput = {
  name: 'packages-beside-output',
  hooks: {
    'astro:build:start': () => {
      const here = dirname(fileURLToPath(import.meta.url))
      const beside = resolve(outDir, '../node_modules')
      if (!relative(here, outDir).startsWith('..') || existsSync(beside)) return
      mkdirSync(dirname(beside), { recursive: true })
      symlinkSync(resolve(here, 'node_modules'), beside, 'dir')
    },
  },
}

/** The hosts that pictures of the content come from; the build makes our own files of them. */
const pictureHosts = ['cdn.sanity.io', URL.parse(env['SANITY_API_HOST'] ?? '')?.hostname]

/**
 * One family, one variable file with every weight, the characters of western Europe: 29 kB. `optional`, and not loaded
 * ahead: on a slow line a man reads at once, in his own system's face and without a shift of the text; the next page has
 * ours (measured: decision 014).
 */
const sourceSans = {
  provider: fontProviders.local(),
  name: 'Source Sans 3',
  cssVariable: '--font-source-sans',
  fallbacks: ['Like Source Sans', 'Segoe UI', 'Roboto', 'Helvetica Neue', 'sans-serif'],
  // Astro's own has one weight for all, so that a page without our font has nothing bold; ours stand in base.css.
  optimizedFallbacks: false,
  options: {
    variants: [
      {
        src: ['@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2'],
        weight: '200 900',
        style: 'normal',
        display: 'optional',
      },
    ],
  },
}

/**
 * The content security policy of every page. Astro adds the hashes of its own scripts and styles; `server.ts`
 * sends it all as a header and adds frame-ancestors. Nothing may be loosened for the sake of one page.
 */
const csp = {
  directives: [
    "default-src 'none'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "manifest-src 'self'",
    "media-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ],
  scriptDirective: { resources: ["'self'"] },
  styleDirective: { resources: ["'self'"] },
}

/** Pages are static unless they say `prerender = false`; `server.ts` at the root serves both. */
export default defineConfig({
  site: env['SITE_URL'] ?? 'http://localhost:4321',
  output: 'static',
  outDir,
  cacheDir: resolve(dataDir, 'cache/astro'),
  trailingSlash: 'never',
  // Pages wait for the disk; four at once take a quarter less time than one (measured, 740 pages).
  build: { format: 'directory', concurrency: 4 },
  compressHTML: true,
  adapter: node({ mode: 'middleware', staticHeaders: true }),
  integrations: [
    react(),
    packagesBesideOutput,
    sitemapOfPages(),
    buildRecord(),
    precompress(resolve(dataDir, 'cache/compressed')),
    devApi(),
  ],
  session: false,
  devToolbar: { enabled: false },
  fonts: [sourceSans],
  image: {
    domains: pictureHosts.filter((host) => host !== undefined),
    // The default effort takes 6 s for one picture and saves 9 % (measured): a first start has dozens to make.
    service: { entrypoint: 'astro/assets/services/sharp', config: { avif: { effort: 2 } } },
  },
  security: { csp },
  env: {
    schema: {
      SITE_ENV: envField.enum({
        context: 'client',
        access: 'public',
        values: ['local', 'staging', 'production'],
        default: 'local',
      }),
    },
  },
  markdown: { syntaxHighlight: false },
  vite: {
    cacheDir: resolve(dataDir, 'cache/vite'),
  },
})
