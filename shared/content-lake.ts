/** The version of Sanity's HTTP API for builds, the server, the Studio and the sample import. */
export const SANITY_API_VERSION = '2026-11-01'
/** The host of the pictures and files of hosted Sanity. */
export const SANITY_FILE_HOST = 'cdn.sanity.io'
/** Id of the document in which the site publishes its state. Ids with a dot are not public. */
export const PUBLISHING_STATUS_ID = 'site.publishing'
/** Path of the site's webhook for publications, below `/api`. */
export const CONTENT_WEBHOOK_PATH = '/content-webhook'
/** Id of the document that says what the running release was built from. Not public, as above. */
export const RELEASE_RECORD_ID = 'site.release'

/** Every redirect that is stored, to a document or to a path. */
export const STORED_REDIRECTS = `*[_type == "redirect"] | order(_id asc){_id, from, to, "id": target._ref}`

/** The document of the site settings, in a query. */
export const SETTINGS_DOCUMENT = '*[_type == "siteSettings" && _id == "siteSettings"][0]'

/** Beside the documents, what decides where links lead: the redirects, and the product's name in an address. */
export const LINK_FACTS = `{
  "redirects": ${STORED_REDIRECTS},
  "product": ${SETTINGS_DOCUMENT}.product
}`

/** Every published document of the types `$types`, for the record of a release. A partner is shown by its logo's text. A banner may name values of the settings. */
export const PUBLISHED_DOCUMENTS = `*[_type in $types]{
  _id, _rev, _type, _updatedAt, slug, path, publishAt, unpublishAt, publishedOn,
  "name": select(_type == "partner" => logo.alt, _type == "yearStatistics" => string(year), _type == "banner" => null, coalesce(name, title))
}`
