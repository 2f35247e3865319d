import type { Source } from '#server/config/env.ts'

/** What stands in the pages, or says of which content they are. */
const IN_PAGES = /^(PUBLIC_\w+|SITE_URL|SITE_ENV|SANITY_(PROJECT_ID|DATASET|API_HOST))$/
/** What a build must know beside that. Never the database, nor any key of patients' data. */
const BESIDE = /^(BUILD_DIR|DATA_DIR|SANITY_READ_TOKEN)$/
/** What any program needs to run. */
const SYSTEM =
  /^(PATH|HOME|TMPDIR|TEMP|TMP|LANG|SystemRoot|NODE_EXTRA_CA_CERTS|HTTPS?_PROXY|NO_PROXY)$/i

const pick = (source: Source, names: RegExp) =>
  Object.fromEntries(Object.entries(source).filter(([name]) => names.test(name)))

/** The variables of `source` that make other pages when they change. Pure. */
export const pageVariables = (source: Source): Source => pick(source, IN_PAGES)

/** The variables of `source` that a build may know. Pure. */
export const contentVariables = (source: Source): Source => ({
  ...pageVariables(source),
  ...pick(source, BESIDE),
})

/** The whole environment of a build that this process starts. Pure. */
export const buildEnvironment = (source: Source, folder: string): Source => ({
  ...pick(source, SYSTEM),
  ...contentVariables(source),
  BUILD_DIR: folder,
  ASTRO_TELEMETRY_DISABLED: '1',
  // Its words are read for the editor's message.
  NO_COLOR: '1',
})
