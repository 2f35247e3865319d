import type { PreviewRefusal } from '#content/server/preview.ts'
import { PREVIEW_LINK_MINUTES } from '#core/rules/link-life.ts'
import { spelledCountOf } from '#core/texts/count.ts'

type RefusalPage = { status: number; title: string; text: string }

/** Explanations for editors when a preview cannot start. */
export const REFUSALS: Record<PreviewRefusal, RefusalPage> = {
  'link-over': {
    status: 403,
    title: 'This preview link is no longer valid',
    text: `A preview link works once, within ${spelledCountOf(PREVIEW_LINK_MINUTES, 'minute')}. Go back to the Studio and press “Preview” again.`,
  },
  'address-wrong': {
    status: 403,
    title: 'This preview link has no page',
    text: 'It does not name a page of this site. Go back to the Studio and press “Preview” again.',
  },
  'not-configured': {
    status: 503,
    title: 'Previews are not set up',
    text: 'No read token is configured on this site, so it cannot read drafts. Ask the operator of the site to set SANITY_READ_TOKEN.',
  },
  unreachable: {
    status: 503,
    title: 'Drafts cannot be read now',
    text: 'The content store does not answer. Wait a minute, then go back to the Studio and press “Preview” again.',
  },
  'too-many-requests': {
    status: 429,
    title: 'Too many previews',
    text: 'Wait ten minutes, then go back to the Studio and press “Preview” again.',
  },
}
