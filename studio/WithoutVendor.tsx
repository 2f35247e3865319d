import { createGlobalStyle } from 'styled-components'

/**
 * Hides the parts of the navigation that are for Sanity's customers and developers: the vendor's help, trial, versions,
 * project settings, and the choice of a perspective. Sanity has no setting to hide them.
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
