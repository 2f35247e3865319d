import { formOf, type PostedForm, postedForm } from '#staff/rules/posted-form.ts'

/** A form with one file as its last field. The content is read while it arrives; without a chosen file it is empty. */
export type PostedFile = {
  readonly form: PostedForm
  readonly content: AsyncIterable<Buffer>
}

/** The request broke off, or is no form of a page of ours. */
export class BrokenUpload extends Error {}

const MOST_FIELD_BYTES = 64 * 1024
const MOST_HEAD_BYTES = 4 * 1024
const LINE_END = Buffer.from('\r\n')
const HEAD_END = Buffer.from('\r\n\r\n')

/** The bytes of a request as they arrive. At most one piece and a delimiter are held. */
class Arriving {
  #held = LINE_END as Buffer
  readonly #source: AsyncIterator<Uint8Array>

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#source.next()
    if (done) throw new BrokenUpload('The request ends too early.')
    this.#held = Buffer.concat([this.#held, value])
  }

  #take(length: number): Buffer {
    const taken = this.#held.subarray(0, length)
    this.#held = this.#held.subarray(length)
    return taken
  }

  /** The bytes before `mark`, in pieces; `mark` is passed over. */
  async *until(mark: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.#held.indexOf(mark)
      const length = at >= 0 ? at : this.#held.length - mark.length + 1
      if (length > 0) yield this.#take(length)
      if (at >= 0) {
        this.#take(mark.length)
        return
      }
      await this.#more()
    }
  }

  /** The bytes before `mark` as a whole, of which there may be `most`. */
  async wholeUntil(mark: Buffer, most: number): Promise<Buffer> {
    const pieces: Buffer[] = []
    let length = 0
    for await (const piece of this.until(mark)) {
      length += piece.length
      if (length > most) throw new BrokenUpload('A field is too long.')
      pieces.push(piece)
    }
    return Buffer.concat(pieces)
  }
}

function delimiterOf(contentType: string): Buffer {
  const [, boundary] = /;\s*boundary="?([\w'()+,./:=?-]{1,70})"?\s*$/.exec(contentType) ?? []
  if (boundary === undefined) throw new BrokenUpload('The form has no boundary.')
  return Buffer.from(`\r\n--${boundary}`)
}

async function* nothing(): AsyncGenerator<Buffer> {}

/** Reads the fields before the file; its content follows. */
async function readParts(arriving: Arriving, delimiter: Buffer): Promise<PostedFile> {
  const fields = new URLSearchParams()
  let left = MOST_FIELD_BYTES
  await arriving.wholeUntil(delimiter, MOST_HEAD_BYTES)
  for (;;) {
    const end = await arriving.wholeUntil(LINE_END, MOST_HEAD_BYTES)
    if (end.toString('latin1') === '--') return { form: formOf(fields), content: nothing() }
    const head = (await arriving.wholeUntil(HEAD_END, MOST_HEAD_BYTES)).toString('utf8')
    if (/;\s*filename=/i.test(head)) {
      return { form: formOf(fields), content: arriving.until(delimiter) }
    }
    const [, name] = /;\s*name="([^"]{1,200})"/i.exec(head) ?? []
    const value = await arriving.wholeUntil(delimiter, left)
    left -= value.length + head.length
    if (name === undefined || left < 0) throw new BrokenUpload('The form has a wrong field.')
    fields.append(name, value.toString('utf8'))
  }
}

/** The form of a POST with a file as its last field; undefined for a GET. The listener has checked origin, type and length. @throws BrokenUpload */
export async function postedFile(request: Request): Promise<PostedFile | undefined> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*;/i.test(type)) {
    const form = await postedForm(request)
    return form && { form, content: nothing() }
  }
  if (request.method !== 'POST' || request.body === null) return undefined
  return await readParts(new Arriving(request.body), delimiterOf(type))
}
