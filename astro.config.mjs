import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { argv, env } from 'node:process'
import { pathToFileURL } from 'node:url'
import { parseEnv } from 'node:util'
import node from '@astrojs/node'
import react from '@astrojs/react'
import { defineConfig, envField, fontProviders } from 'astro/config'
import { contentVariables } from '#content/server/publishing/build/build-environment.ts'
import { SANITY_FILE_HOST } from '#shared/content-lake.ts'
import { DEFAULTS, SITE_ENVS } from '#shared/environment.ts'
import { takeLink } from '#site/shell/take-link.ts'
import { buildRecord } from './integrations/build-record.ts'
import { filesOfPages } from './integrations/built-pages.ts'
import { devApi } from './integrations/dev-api.ts'
import { islandStyle } from './integrations/island-style.ts'
import { leafletWithoutHtml } from './integrations/leaflet-without-html.ts'
import { packagesBesideOutput } from './integrations/packages-beside-output.ts'
import { precompress } from './integrations/precompress.ts'
import { reusedBundles } from './integrations/reused-bundles.ts'
import { sharedScripts } from './integrations/shared-scripts.ts'
import { writeThirdPartyNotices } from './integrations/third-party-notices.ts'

// The server and the scripts read .env too. Only the variables of content: a build must not see the database or the keys.
if (existsSync('.env')) {
  const given = contentVariables(parseEnv(readFileSync('.env', 'utf8')))
  for (const [name, value] of Object.entries(given)) env[name] ??= value
}

/** Set by the start script, so that two instances never share a build or a cache. */
const outDir = resolve(env['BUILD_DIR'] ?? DEFAULTS.BUILD_DIR)
const dataDir = resolve(env['DATA_DIR'] ?? DEFAULTS.DATA_DIR)

/**
 * Astro writes types to `.astro` below the root with which it starts. In production only the data folder is writable, so a build starts
 * in its own output folder, which it then empties, and works in the source tree from here on (decision 011). Development, `astro check`
 * and editors have the types in the source tree.
 */
const startRoot = argv.includes('build') ? outDir : import.meta.dirname
const sourceTree = {
  name: 'source-tree',
  hooks: {
    'astro:config:setup': ({ updateConfig }) =>
      updateConfig({ root: pathToFileURL(`${import.meta.dirname}/`) }),
  },
}

/** The hosts of the content's images, which the build downloads and resizes. */
const pictureHosts = [SANITY_FILE_HOST, URL.parse(env['SANITY_API_HOST'] ?? '')?.hostname]

/**
 * One variable font file with every weight and the characters of western Europe: 29 kB. `optional` and not preloaded: on
 * a slow connection the first page shows the system font without a later shift, the next page has ours (decision 014).
 */
const sourceSans = {
  provider: fontProviders.local(),
  name: 'Source Sans 3',
  cssVariable: '--font-source-sans',
  fallbacks: ['Like Source Sans', 'Segoe UI', 'Roboto', 'Helvetica Neue', 'sans-serif'],
  // Astro's fallback has one weight, so nothing would be bold without our font; base.css has fallbacks by weight.
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
 * The content security policy of every page. Astro adds the hashes of its scripts and styles; the server sends it as a
 * header and adds frame-ancestors. Only the checkout gets a weaker policy: `checkoutPolicy` in src/core/server/http/headers.ts.
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
  scriptDirective: {
    resources: ["'self'"],
    // Astro adds no hash of a script that it did not bundle.
    hashes: [`sha256-${createHash('sha256').update(takeLink).digest('base64')}`],
  },
  styleDirective: { resources: ["'self'"] },
}

/** Pages are static unless they set `prerender = false`; the server serves both. */
export default defineConfig({
  site: env['SITE_URL'] ?? `http://localhost:${DEFAULTS.PORT}`,
  output: 'static',
  root: startRoot,
  srcDir: resolve('src'),
  publicDir: resolve('public'),
  outDir,
  cacheDir: resolve(dataDir, 'cache/astro'),
  trailingSlash: 'never',
  // Rendering waits for the disk: four pages at once take a quarter less time than one (measured, 740 pages).
  build: { format: 'directory', concurrency: 4 },
  compressHTML: true,
  adapter: node({ mode: 'middleware', staticHeaders: true }),
  integrations: [
    sourceTree,
    react(),
    reusedBundles(dataDir),
    packagesBesideOutput(),
    buildRecord({
      environment: env['SITE_ENV'] ?? DEFAULTS.SITE_ENV,
      releasesDir: resolve(env['RELEASES_DIR'] ?? `${dataDir}/releases`),
      apiHost: env['SANITY_API_HOST'],
    }),
    filesOfPages(),
    writeThirdPartyNotices(),
    leafletWithoutHtml(),
    sharedScripts(),
    islandStyle(),
    precompress(resolve(dataDir, 'cache/compressed')),
    devApi(),
  ],
  session: false,
  devToolbar: { enabled: false },
  fonts: [sourceSans],
  image: {
    domains: pictureHosts.filter((host) => host !== undefined),
    // The default effort takes 6 s per image and saves 9 % (measured); the first build has dozens.
    service: { entrypoint: 'astro/assets/services/sharp', config: { avif: { effort: 2 } } },
  },
  // Astro compares Origin with the address that the proxy asked. src/app/http/request-check.ts compares it with SITE_URL.
  security: { csp, checkOrigin: false },
  env: {
    schema: {
      SITE_ENV: envField.enum({
        context: 'client',
        access: 'public',
        values: [...SITE_ENVS],
        default: DEFAULTS.SITE_ENV,
      }),
    },
  },
  markdown: { syntaxHighlight: false },
  vite: {
    cacheDir: resolve(dataDir, 'cache/vite'),
  },
})
