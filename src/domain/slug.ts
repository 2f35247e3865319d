const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** Whether a text can be the last part of a page's path; a slash would make it another page's path. */
export const isSlug = (text: string): boolean => SLUG.test(text)
