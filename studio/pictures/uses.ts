import type { SanityClient, SanityDocument } from '@sanity/client'
import { getPublishedId } from 'sanity'
import { titleOf } from '../../shared/document-title.ts'
import { isRecord } from '../../src/core/rules/record.ts'
import { readDocuments } from '../find/replacing.ts'

/** A document that shows a picture, and the text alternative of the picture there; empty when it has none. */
export type Use = { readonly document: SanityDocument; readonly text: string }

/** Where each picture is used, by the id of the picture: each document once, as its draft if that has the picture. Pure. */
export function usesOf(
  documents: readonly SanityDocument[],
): ReadonlyMap<string, ReadonlyMap<string, Use>> {
  const uses = new Map<string, Map<string, Use>>()
  const add = (document: SanityDocument) => {
    for (const [picture, text] of picturesIn(document)) {
      const ofPicture = uses.get(picture) ?? new Map<string, Use>()
      const id = getPublishedId(document._id)
      if (!ofPicture.has(id)) ofPicture.set(id, { document, text })
      uses.set(picture, ofPicture)
    }
  }
  const isDraft = ({ _id }: SanityDocument) => _id.startsWith('drafts.')
  documents.filter(isDraft).forEach(add)
  documents.filter((document) => !isDraft(document)).forEach(add)
  return uses
}

/** The ids of the pictures in a value, each with its first text. */
function picturesIn(value: unknown, found = new Map<string, string>()): Map<string, string> {
  if (Array.isArray(value)) for (const one of value) picturesIn(one, found)
  if (!isRecord(value)) return found
  const { asset, alt } = value
  const id = isRecord(asset) ? asset['_ref'] : undefined
  if (typeof id === 'string' && id.startsWith('image-'))
    found.set(id, found.get(id) || (typeof alt === 'string' ? alt.trim() : ''))
  for (const one of Object.values(value)) picturesIn(one, found)
  return found
}

/** The text that is kept with a picture, empty without one, and where the picture is used. */
export type KnownPicture = { readonly kept: string; readonly uses: ReadonlyMap<string, Use> }

const PICTURE = `{
  "kept": *[_id == $id][0].altText,
  "documents": *[references($id) && !(_id in path("versions.**"))] | order(_type asc, _id asc)
}`

export async function readPicture(client: SanityClient, id: string): Promise<KnownPicture> {
  const { kept, documents } = await client.fetch<{
    kept: string | null
    documents: SanityDocument[]
  }>(PICTURE, { id }, { perspective: 'raw' })
  return { kept: kept ?? '', uses: usesOf(documents).get(id) ?? new Map() }
}

/** A picture of the list, with every document that uses it. */
export type ListedPicture = {
  readonly _id: string
  readonly url: string
  /** Of the file that was uploaded. */
  readonly name: string
  readonly kept: string
  readonly uses: readonly Use[]
}

const PICTURES = `*[_type == "sanity.imageAsset"] | order(_createdAt desc) {
  _id, url, "name": coalesce(originalFilename, _id), "kept": coalesce(altText, "")
}`

/** All pictures, the newest first. */
export async function readPictures(client: SanityClient): Promise<ListedPicture[]> {
  const [pictures, documents] = await Promise.all([
    client.fetch<Omit<ListedPicture, 'uses'>[]>(PICTURES),
    readDocuments(client),
  ])
  const uses = usesOf(documents)
  return pictures.map((one) => ({ ...one, uses: [...(uses.get(one._id)?.values() ?? [])] }))
}

/** Whether the words are in the name or the text of a picture, or in the title of a document that uses it. Pure. */
export function hasWords({ name, kept, uses }: ListedPicture, words: string): boolean {
  const texts = uses.flatMap(({ document, text }) => [text, titleOf(document)])
  return [name, kept, ...texts].join('\n').toLowerCase().includes(words.trim().toLowerCase())
}

/** Keeps a text with a picture. It changes no document, so it changes nothing that visitors read (decision 058). */
export const keepText = (client: SanityClient, id: string, text: string): Promise<unknown> =>
  client.patch(id).set({ altText: text }).commit()

export const NOT_KEPT =
  'The text was not kept with the picture. Try again. If it fails again, you may not be allowed to change pictures.'
