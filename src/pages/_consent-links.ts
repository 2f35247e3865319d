import type { ConsentLinks } from '#booking/rules/consent.ts'
import { listOtherPolicies } from '#content/read/policies.ts'
import { getTestChoice } from '#content/read/test-choice.ts'
import { CHOICE_PATH } from '#content/rules/test-choice.ts'
import { choiceVersion } from '#content/server/test-choice.ts'

const TERMS_SLUG = 'terms-and-conditions'

/** The page of the terms and conditions; undefined while editors have published none. */
async function termsPath(): Promise<string | undefined> {
  const policies = await listOtherPolicies()
  return policies.some(({ slug }) => slug === TERMS_SLUG) ? `/${TERMS_SLUG}` : undefined
}

/** The pages that the consent form links. */
export async function consentLinks(): Promise<ConsentLinks> {
  const page = await getTestChoice()
  return {
    termsPath: await termsPath(),
    choice: { title: page.title, path: CHOICE_PATH, version: choiceVersion(page) },
  }
}
