import { listOtherPolicies } from '#content/read/policies.ts'

const TERMS_SLUG = 'terms-and-conditions'

/** The page of the terms and conditions, which the consent form links; undefined while editors have published none. */
export async function termsPath(): Promise<string | undefined> {
  const policies = await listOtherPolicies()
  return policies.some(({ slug }) => slug === TERMS_SLUG) ? `/${TERMS_SLUG}` : undefined
}
