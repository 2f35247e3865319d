import { Readable } from 'node:stream'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import { formOf, type PostedForm, postedForm } from '#staff/rules/posted-form.ts'

/** A form with one file as its last field. The content is read while it arrives; without a chosen file it is empty. */
export type PostedFile = {
  readonly form: PostedForm
  readonly content: AsyncIterable<Buffer>
}

/** The request broke off, or is not a form of a page of ours. */
export class BrokenUpload extends Error {}

const LIMITS = {
  ...{ files: 1, fields: 100, fieldNameSize: 200, fieldSize: 64 * 1024 },
  ...{ headerPairs: 10, headerSize: 4 * 1024 },
}

/** The content of a file field, and nothing when no file was sent. */
async function* contentOf(file: Readable | undefined): AsyncGenerator<Buffer> {
  try {
    if (file) yield* file
  } catch (error) {
    throw new BrokenUpload('The request ends too early.', { cause: error })
  }
}

/** Reads the fields before the file; its content follows. */
function readParts(request: Request, type: string): Promise<PostedFile> {
  const fields = new URLSearchParams()
  const { promise, resolve, reject } = Promise.withResolvers<PostedFile>()
  const refuse = (cause?: unknown) => reject(new BrokenUpload('The form is broken.', { cause }))
  const headers: BusboyHeaders = { 'content-type': type }
  const reader = new Busboy({ headers, limits: LIMITS })
  reader.on('field', (name, value, isNameCut, isValueCut) => {
    if (isNameCut || isValueCut) refuse()
    fields.append(name, value)
  })
  reader.on('fieldsLimit', () => refuse())
  let file: Readable | undefined
  reader.on('file', (_, opened) => {
    file = opened
    // Without a listener a connection that breaks before the content is read would end the process.
    opened.on('error', () => undefined)
    resolve({ form: formOf(fields), content: contentOf(opened) })
  })
  reader.on('finish', () => resolve({ form: formOf(fields), content: contentOf(undefined) }))
  reader.on('error', refuse)
  const body = Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0])
  body.on('error', (error) => {
    refuse(error)
    file?.destroy(error)
  })
  body.pipe(reader)
  return promise
}

/** The form of a POST with a file as its last field; undefined for a GET. The listener has checked origin, type and length. @throws BrokenUpload */
export async function postedFile(request: Request): Promise<PostedFile | undefined> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*;/i.test(type)) {
    const form = await postedForm(request)
    return form && { form, content: contentOf(undefined) }
  }
  if (request.method !== 'POST' || request.body === null) return undefined
  // Without one the reader finds no part, and does not say why.
  if (!/;\s*boundary="?[^\s";]/i.test(type)) throw new BrokenUpload('The form has no boundary.')
  return await readParts(request, type)
}
