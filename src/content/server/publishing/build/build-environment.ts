import type { Source } from '#core/server/config/env-variables.ts'
import { PAGE_VARIABLES } from '#shared/build-inputs.ts'

/** What a build needs besides the variables of the pages. Never the database or a key of patients' data. */
const BUILD_ONLY = /^(BUILD_DIR|DATA_DIR|RELEASES_DIR|SANITY_READ_TOKEN)$/
/** What any program needs to run. */
const SYSTEM =
  /^(PATH|HOME|TMPDIR|TEMP|TMP|LANG|SystemRoot|NODE_EXTRA_CA_CERTS|HTTPS?_PROXY|NO_PROXY)$/i

/** Set for a build that may use the bundles of an earlier one. */
export const MAY_REUSE_BUNDLES = 'MAY_REUSE_BUNDLES'
/** The message of a build that uses them. */
export const REUSES_BUNDLES = 'reuses-bundles'

const pick = (source: Source, names: RegExp) =>
  Object.fromEntries(Object.entries(source).filter(([name]) => names.test(name)))

/** The variables of `source` that a build may read. Pure. */
export const contentVariables = (source: Source): Source => ({
  ...pick(source, PAGE_VARIABLES),
  ...pick(source, BUILD_ONLY),
})

/** The whole environment of a build that this process starts. Pure. */
export const buildEnvironment = (
  source: Source,
  folder: string,
  faultFile: string,
  mayReuse: boolean,
): Source => ({
  ...pick(source, SYSTEM),
  ...contentVariables(source),
  BUILD_DIR: folder,
  CONTENT_FAULT_FILE: faultFile,
  ...(mayReuse && { [MAY_REUSE_BUNDLES]: '1' }),
  ASTRO_TELEMETRY_DISABLED: '1',
  // The output goes to a file.
  NO_COLOR: '1',
})
