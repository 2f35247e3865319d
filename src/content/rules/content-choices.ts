/** Values that editors choose from in the Studio. The schemas add the titles, the readers refuse other values. */

export const CALL_OUT_TONES = ['information', 'warning', 'green', 'amber', 'red'] as const
export type CallOutTone = (typeof CALL_OUT_TONES)[number]

export const TEXT_STYLES = ['normal', 'h2', 'h3'] as const
export type TextStyle = (typeof TEXT_STYLES)[number]

export const DECORATORS = ['strong', 'em'] as const

export const LINK_KINDS = ['page', 'external', 'email', 'telephone', 'file'] as const
export type LinkKind = (typeof LINK_KINDS)[number]

export const TEAM_GROUPS = ['executive', 'trustee', 'patron'] as const
export type TeamGroup = (typeof TEAM_GROUPS)[number]

export const PARTNER_KINDS = ['sponsor', 'supporter'] as const
export type PartnerKind = (typeof PARTNER_KINDS)[number]

/** The sections of /events; also the ids that links to them use (SITE-07). */
export const EVENT_SECTIONS = ['community', 'freemason', 'corporate', 'speaker'] as const
export type EventSection = (typeof EVENT_SECTIONS)[number]

/** What a section of a page can list, newest or soonest first. */
export const LISTED_KINDS = ['news', 'stories', 'events'] as const
export type ListedKind = (typeof LISTED_KINDS)[number]

export const FORM_KINDS = ['contact', 'newsletter'] as const
export type FormKind = (typeof FORM_KINDS)[number]

/** Where the picture of a section is on a wide screen. */
export const PICTURE_SIDES = ['right', 'left'] as const
export type PictureSide = (typeof PICTURE_SIDES)[number]

/** The index of the first value that is in the list before; -1 when there is none. */
export const firstRepeated = (values: readonly unknown[]): number =>
  values.findIndex((value, index) => values.indexOf(value) < index)
