import type { Source } from '#server/env.ts'

/** What a build may know: where content is, and what stands in the pages. Never the database, nor any key of patients' data. */
const NEEDED =
  /^(PUBLIC_\w+|SITE_URL|SITE_ENV|BUILD_DIR|DATA_DIR|SANITY_(PROJECT_ID|DATASET|API_HOST|READ_TOKEN))$/
/** What any program needs to run. */
const SYSTEM =
  /^(PATH|HOME|TMPDIR|TEMP|TMP|LANG|SystemRoot|NODE_EXTRA_CA_CERTS|HTTPS?_PROXY|NO_PROXY)$/i

const pick = (source: Source, names: RegExp) =>
  Object.fromEntries(Object.entries(source).filter(([name]) => names.test(name)))

/** The variables of `source` that pages are made of. Pure. */
export const contentVariables = (source: Source): Source => pick(source, NEEDED)

/** The whole environment of a build that this process starts. Pure. */
export const buildEnvironment = (source: Source, folder: string): Source => ({
  ...pick(source, SYSTEM),
  ...contentVariables(source),
  BUILD_DIR: folder,
  ASTRO_TELEMETRY_DISABLED: '1',
  // Its words are read for the editor's message.
  NO_COLOR: '1',
})
