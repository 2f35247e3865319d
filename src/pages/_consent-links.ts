import type { ConsentLinks } from '#booking/rules/consent.ts'
import { termsPath } from '#content/read/terms-path.ts'
import { getTestChoice } from '#content/read/test-choice.ts'
import { CHOICE_PATH } from '#content/rules/test-choice.ts'
import { choiceVersion } from '#content/server/test-choice.ts'

/** The pages that the consent form links. */
export async function consentLinks(): Promise<ConsentLinks> {
  const page = await getTestChoice()
  return {
    termsPath: await termsPath(),
    choice: { title: page.title, path: CHOICE_PATH, version: choiceVersion(page) },
  }
}
