/** Beside a text: where to go on (NEWS-06). */
export const FURTHER_TITLES = {
  information: 'More information',
  news: 'Related news',
  stories: 'More stories',
} as const

export const NEIGHBOUR_TEXTS = {
  title: 'Newer and earlier news',
  later: 'Newer',
  earlier: 'Earlier',
} as const

export const SHARE_TEXTS = {
  sheet: 'Share this page',
  copy: 'Copy the link',
  copied: 'The link is copied.',
} as const
