/** Folders whose files the pages are built from, relative to the root of the repository. */
export const PAGE_SOURCE_FOLDERS = ['src', 'shared', 'public', 'integrations'] as const
/** Single files that the pages and the server bundle are built from. */
export const PAGE_SOURCE_FILES = [
  'astro.config.mjs',
  // Which folders `#…` means.
  'package.json',
  'package-lock.json',
  'scripts/bundle-server.ts',
  'scripts/server-bundle.ts',
  'server.ts',
  'tsconfig.json',
] as const
/** Environment variables whose values appear in the pages or select their content. */
export const PAGE_VARIABLES =
  /^(PUBLIC_\w+|SITE_URL|SITE_ENV|SANITY_(PROJECT_ID|DATASET|API_HOST))$/

const FEATURES = [
  'account',
  'booking',
  'content',
  'core',
  'events',
  'payments',
  'portal',
  'results',
  'staff',
]

/** Folders whose files the Studio is built from. */
export const STUDIO_SOURCE_FOLDERS: readonly string[] = [
  'studio',
  'schemas',
  'shared',
  ...FEATURES.flatMap((feature) => [`src/${feature}/rules`, `src/${feature}/texts`]),
  'docs/screenshots/studio',
]
/** Single files that the Studio is built from. */
export const STUDIO_SOURCE_FILES = ['package-lock.json', 'docs/for-staff.md'] as const

/** The bundled server in a build folder. */
export const SERVER_BUNDLE = 'server.mjs'
