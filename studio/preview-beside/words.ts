import type { PageProblem } from './ask-site.ts'

/** The button above a form that shows its page beside it. */
export const BESIDE_TITLE = 'Preview beside the form'

/** Why the page cannot be shown, and what an editor can do. */
export const PROBLEM_WORDS: Readonly<Record<PageProblem, string>> = {
  'no-answer':
    'The website did not answer. Check that you are online. If this stays, ask the person who looks after it whether STUDIO_URL is the address of this Studio.',
  'no-secret': 'The content store did not answer. Check that you are online.',
  'link-over': 'The website did not accept this preview.',
  'token-over': 'The website did not accept this preview.',
  'address-wrong':
    'The address of this page is not one that a page can have. Change its “Address”.',
  'not-configured':
    'Previews are not set up on the website. Ask the person who looks after it to set SANITY_READ_TOKEN.',
  unreachable: 'The website cannot read drafts now. Wait a minute.',
  'too-many-requests': 'There were too many previews. Wait ten minutes.',
  failed: 'The website could not make this page.',
}
