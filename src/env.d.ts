/// <reference types="astro/client" />

declare namespace App {
  /** Set by `src/server/http/pages.ts` for pages rendered on demand. */
  interface Locals {
    services: import('#server/services.ts').Services
    session: { profileId: number | null } | undefined
    /** The token of a browser that gave access codes of private events. */
    accessToken: string | undefined
    /** Site settings of the live build, so that a page does not depend on the content lake. */
    settings: import('#content/site-settings.ts').SiteSettings
    /** Set with a valid preview pass: the requested path, and when the pass expires. */
    preview?: import('#server/http/draft-preview.ts').ShownPreview
    /** Drafts read for this request; set by the middleware. */
    drafts?: import('#content/drafts.ts').Drafts
    /** Why a preview link was refused. */
    previewRefusal?: import('#server/services/preview.ts').PreviewRefusal
  }
}
