import type { SlugIsUniqueValidator, ValidationContext } from 'sanity'
import { SANITY_API_VERSION } from '../shared/content-lake.ts'
import { areTogether } from '../src/content/rules/banners.ts'
import type { ContentTimes } from '../src/content/rules/content-times.ts'
import { documentPath, LINKED_TYPES } from '../src/content/rules/document-types.ts'

const OTHERS = '!(_id in [$id, "drafts." + $id] || _id in path("versions.**"))'
const YEARS = `count(*[_type == $type && ${OTHERS}][year == $value])`
const BANNERS = `*[_type == "banner" && ${OTHERS} && !(_id in path("drafts.**"))]{title, publishAt, unpublishAt}`
/** Everything with a page, and redirects. */
const ADDRESSED = `*[_type in $types && ${OTHERS}]{_id, _type, path, slug, from}`

type Asked = Pick<ValidationContext, 'document' | 'getClient'>

async function ask<Answer>({ document, getClient }: Asked, query: string, more: object) {
  const params = { id: document?._id.replace(/^drafts\./, ''), ...more }
  const client = getClient({ apiVersion: SANITY_API_VERSION })
  return await client.fetch<Answer>(query, params, { perspective: 'raw' })
}

type Addressed = { _type: string; path?: string; slug?: { current?: string }; from?: string }

/** What other documents have at an address, whatever their types: a page that is shown there, or a redirect from there. */
export async function othersAt(path: string, asked: Asked): Promise<('page' | 'redirect')[]> {
  const types = [...LINKED_TYPES, 'redirect']
  const others = await ask<Addressed[]>(asked, ADDRESSED, { types })
  return others.flatMap((other) => {
    if (documentPath(other._type, other) === path) return ['page']
    return other.from === path ? ['redirect'] : []
  })
}

/** Whether no other page has this path. */
export const isUniquePath = async (path: string, asked: Asked): Promise<boolean> =>
  !(await othersAt(path, asked)).includes('page')

/** Whether no other page has the address that a document gets from its slug. */
export const isUniqueAddress: SlugIsUniqueValidator = async (current, context) => {
  const path = documentPath(context.document?._type ?? '', { slug: { current } })
  return path === undefined || (await isUniquePath(path, context))
}

/** Whether no other document of the type is about this year. */
export const isUniqueYear = async (year: number, asked: Asked): Promise<boolean> =>
  (await ask<number>(asked, YEARS, { type: asked.document?._type, value: year })) === 0

type OtherBanner = ContentTimes & { readonly title?: string }

/** The messages of the published banners that are shown together with this one. */
export async function bannersTogether(asked: Asked): Promise<string[]> {
  const others = await ask<OtherBanner[]>(asked, BANNERS, {})
  const times = asked.document as ContentTimes | undefined
  const together = others.filter((one) => areTogether(times ?? {}, one, new Date()))
  return together.map(({ title = '' }) => title)
}
