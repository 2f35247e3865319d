/// <reference types="astro/client" />

declare namespace App {
  /** What `server.ts` hands to pages rendered on demand. */
  interface Locals {
    services: import('#server/services.ts').Services
    session: { profileId: number | null } | undefined
    /** As they were when the build was made that the site shows: no page waits for the content lake, nor fails with it. */
    settings: import('#content/site-settings.ts').SiteSettings
    /** Set for who holds a preview pass: the address asked for, and when the preview ends. */
    preview?: import('#server/http/draft-preview.ts').ShownPreview
    /** What the middleware knows of the drafts of this request. */
    drafts?: import('#content/drafts.ts').Drafts
    /** Why a link of the Studio starts no preview. */
    previewRefusal?: import('#server/services/preview.ts').PreviewRefusal
  }
}
