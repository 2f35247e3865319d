import { createGlobalStyle } from 'styled-components'

/**
 * Hides what the navigation offers for Sanity's customers and developers: help of the vendor, trial, versions, project
 * settings, and the choice of a view for the whole Studio. Sanity has no setting for these.
 */
export const WithoutVendor = createGlobalStyle`
  #menu-button-resources,
  [data-testid='button-resources-menu'],
  [data-testid='free-trial-topbar'],
  [data-ui='ReleasesNav'],
  a[href^='https://www.sanity.io'],
  a[href^='https://sanity.io'] {
    display: none !important;
  }
`
