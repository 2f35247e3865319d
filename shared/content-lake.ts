/** The version of Sanity's HTTP API for builds, the server, the Studio and the sample import. */
export const SANITY_API_VERSION = '2026-11-01'
/** Id of the document in which the site publishes its state. Ids with a dot are not public. */
export const PUBLISHING_STATUS_ID = 'site.publishing'
/** Path of the site's webhook for publications, below `/api`. */
export const CONTENT_WEBHOOK_PATH = '/content-webhook'
