/** The site settings as they were when the site was built; see `astro.config.mjs`. */
declare module 'virtual:site-settings' {
  export const settings: import('#content/site-settings.ts').SiteSettings
}
