/// <reference types="astro/client" />

declare namespace App {
  /** What `server.ts` hands to pages rendered on demand. */
  interface Locals {
    services: import('#server/wiring.ts').Services
    session: { profileId: number | null } | undefined
  }
}
