/// <reference types="astro/client" />

declare namespace App {
  /** Set by `src/app/http/pages.ts` for pages rendered on demand. */
  interface Locals {
    services: import('#app/services.ts').Services
    session: { profileId: number | null; userId: string } | undefined
    /** The session of staff of this browser, perhaps without the second factor. */
    staff: import('#staff/server/database/staff-sessions.ts').StaffSession | undefined
    /** Set by the middleware on pages below /staff: the person may open this page. */
    member: import('#core/server/caller.ts').StaffMember
    network: string
    userAgent: string
    /** The token of a browser that gave access codes of private events. */
    accessToken: string | undefined
    /** Site settings of the live build, so that a page does not depend on the content lake. */
    settings: import('#content/read/site-settings.ts').SiteSettings
    /** The search of the live build (SITE-17). */
    findPages: import('#content/server/site-search.ts').Finder
    /** Set with a valid preview pass: the requested path, and when the pass expires. */
    preview?: import('#content/server/draft-preview.ts').ShownPreview
    /** Drafts read for this request; set by the middleware. */
    drafts?: import('#content/read/drafts.ts').Drafts
    /** Why a preview link was refused. */
    previewRefusal?: import('#content/server/preview.ts').PreviewRefusal
  }
}
