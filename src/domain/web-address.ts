/** Any origin works: it only serves to check that a path stays on it. */
const SITE = 'https://site.invalid'

/** Whether a text is an address on this site: a path from the root, with or without a query and an anchor. */
export const isSitePath = (text: string): boolean =>
  text.startsWith('/') && URL.canParse(text, SITE) && new URL(text, SITE).origin === SITE

/** Whether a text is the whole address of another website. */
export const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
