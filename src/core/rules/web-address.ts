/** Any origin works: it is used only to check that a path does not lead to another one. */
const SITE = 'https://site.invalid'

/** Whether a text is an address on this site: a path from the root, with or without a query and an anchor. */
export const isSitePath = (text: string): boolean =>
  text.startsWith('/') && URL.canParse(text, SITE) && new URL(text, SITE).origin === SITE

/** Whether a text is an absolute web address. */
export const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
