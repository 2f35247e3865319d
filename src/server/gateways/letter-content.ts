import * as z from 'zod/mini'
import type { Light, RiskGroup } from '#domain/result.ts'
import { resultTextId } from '#domain/result-text.ts'
import type { ContentEnv } from '#server/config/env.ts'
import { publishedContent } from '#server/gateways/content.ts'
import { SETTINGS_DOCUMENT } from '#shared/content-lake.ts'

/** A paragraph or an item of a list, without links and marks. */
export type LetterParagraph = { readonly text: string; readonly isItem: boolean }

/** The texts of a colour and a risk group, as on /medical-results. */
export type LetterText = {
  readonly sentence: string
  readonly meaning: readonly LetterParagraph[]
  readonly nextStep: readonly LetterParagraph[]
}

/** The charity, as its letters name it. */
export type Sender = {
  readonly charityName: string
  readonly product: string
  readonly address: readonly string[]
  readonly medicalPhone: string
  readonly email: string
  readonly charityNumber: string
}

export type LetterContent = { readonly sender: Sender; readonly text: LetterText | undefined }

/** The texts of a letter besides the result, as they are published now. @throws when it cannot be read or is incomplete. */
export type ReadLetterContent = (
  judgement: { light: Light; riskGroup: RiskGroup } | undefined,
) => Promise<LetterContent>

const blocks = z.pipe(
  z.array(
    z.object({
      listItem: z.nullish(z.string()),
      children: z.nullish(z.array(z.object({ text: z.nullish(z.string()) }))),
    }),
  ),
  z.transform((list): LetterParagraph[] =>
    list
      .map(({ listItem, children }) => ({
        text: (children ?? []).map(({ text }) => text ?? '').join(''),
        isItem: typeof listItem === 'string',
      }))
      .filter(({ text }) => text.trim() !== ''),
  ),
)

const answerSchema = z.object({
  sender: z.object({
    charityName: z.string(),
    product: z.string(),
    address: z.array(z.string()),
    medicalPhone: z.string(),
    email: z.string(),
    charityNumber: z.string(),
  }),
  text: z.nullable(z.object({ sentence: z.string(), meaning: blocks, nextStep: blocks })),
})

const QUERY = `{
  "sender": ${SETTINGS_DOCUMENT}{charityName, product, address, medicalPhone, email, charityNumber},
  "text": *[_id == $id][0]{sentence, meaning[]{listItem, children[]{text}}, nextStep[]{listItem, children[]{text}}}
}`

/** Reads the letter's texts from the Content Lake for each letter: a correction of a text counts at once. */
export function letterContentGateway(env: ContentEnv): ReadLetterContent {
  const client = publishedContent(env)
  return async (judgement) => {
    const id = judgement ? resultTextId(judgement.light, judgement.riskGroup) : 'none'
    const { sender, text } = answerSchema.parse(await client.fetch(QUERY, { id }))
    if (judgement && text === null) throw new Error(`The text '${id}' is not published.`)
    return { sender, text: text ?? undefined }
  }
}
