/** What the build was told; tools that read the configuration without Vite have no such object. */
const given: Record<string, string | undefined> = import.meta.env ?? {}

/** The hosted project, or undefined for the lake that serves this page. */
export const projectId = given['SANITY_PROJECT_ID'] || undefined

export const dataset = given['SANITY_DATASET'] || 'production'

/** The address of the public website, or undefined when the build was not told. */
export const siteUrl = given['SANITY_STUDIO_SITE_URL'] || undefined
