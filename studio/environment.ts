/** Variables of the build; undefined in tools that load the configuration without Vite. */
const given: Record<string, string | undefined> = import.meta.env ?? {}

/** The hosted project; undefined for the stand-in lake that serves this page. */
export const projectId = given['SANITY_PROJECT_ID'] || undefined

export const dataset = given['SANITY_DATASET'] || 'production'

/** The address of the public website; undefined when the build had none. */
export const siteUrl = given['SANITY_STUDIO_SITE_URL'] || undefined
