/** HttpOnly cookie with the secret of a patient's session (AUTH-07). */
export const SESSION_COOKIE = 'halyard_session'

/** HttpOnly cookie with the secret of a session of staff (STF-01). */
export const STAFF_COOKIE = 'halyard_staff'

/** Cookie that pages can read: the Unix second at which the session ends. It proves nothing to the server (AUTH-07). */
export const SIGNED_IN_COOKIE = 'halyard_signed_in'

/** HttpOnly cookie of a browser that has signed in before: strangers' wrong passwords do not lock it out (AUTH-14). */
export const DEVICE_COOKIE = 'halyard_device'

/** HttpOnly cookie of a browser that requested the code of a password reset: only it may try codes (AUTH-06). */
export const RESET_COOKIE = 'halyard_reset'

/** HttpOnly cookie of a browser that gave the access code of a private event while signed out (EVD-05). */
export const ACCESS_COOKIE = 'halyard_access'

/** HttpOnly cookie with the pass of a draft preview (CMS-05). */
export const PREVIEW_COOKIE = 'halyard_preview'

/** A cookie's name on this site: with `__Host-` behind https, so that it is Secure, path / and without domain (RFC 6265bis 4.1.3). */
export const hostCookieName = (name: string, siteUrl: string): string =>
  siteUrl.startsWith('https:') ? `__Host-${name}` : name
