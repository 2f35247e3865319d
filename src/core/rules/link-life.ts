/** How long the link of a verification mail works (AUTH-12). */
export const VERIFICATION_DAYS = 7

/** How long the mailed link of a newsletter, or of notices of events, can confirm. */
export const CONFIRMATION_DAYS = 7

/** How long the link to a new e-mail address works (AUTH-13). */
export const EMAIL_LINK_DAYS = 1

/** How long the invitation of a member of staff works (STF-04). */
export const INVITATION_HOURS = 72

/** How long the Studio's link to a preview works (CMS-05). Sanity accepts one for an hour; ours is used immediately. */
export const PREVIEW_LINK_MINUTES = 2
