import { currentDrafts } from '#content/read/drafts.ts'
import type { SiteLinks } from '#content/rules/site-links.ts'

/** Where the links of the public pages lead: known once the first query of a build is answered. */
let ofBuild: SiteLinks | undefined

/** Where links lead: in a preview with the drafts of all editors. Undefined before any content was read. */
export const currentLinks = (): SiteLinks | undefined => {
  const drafts = currentDrafts()
  return drafts ? drafts.links : ofBuild
}

/** For the readers of the results that follow. */
export function setLinks(links: SiteLinks | undefined): void {
  const drafts = currentDrafts()
  if (drafts) drafts.links = links
  else ofBuild = links
}
