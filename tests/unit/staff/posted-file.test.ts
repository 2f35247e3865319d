import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { BrokenUpload, postedFile } from '#staff/server/http/posted-file.ts'
import { processorMs } from '#tests/fixtures/processor-time.ts'

const TYPE = 'multipart/form-data; boundary=----b'
const field = (name: string, value: string) =>
  `------b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const file = (content: string) =>
  `------b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n${content}\r\n`
const END = '------b--\r\n'

const posting = (body: ReadableStream<Uint8Array>, type = TYPE) =>
  new Request('https://www.halyard.example/staff/lab', {
    ...{ method: 'POST', body, duplex: 'half' },
    headers: { 'content-type': type },
  } as RequestInit)

/** A request whose body arrives in pieces of `size` bytes. */
function request(body: string, { size = 7, type = TYPE } = {}): Request {
  const bytes = Buffer.from(body, 'latin1')
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) {
        controller.enqueue(new Uint8Array(bytes.subarray(at, at + size)))
      }
      controller.close()
    },
  })
  return posting(stream, type)
}

async function read(body: string, options?: { size?: number; type?: string }) {
  const sent = await postedFile(request(body, options))
  const pieces: Buffer[] = []
  for await (const piece of sent?.content ?? []) pieces.push(piece)
  return { values: sent?.form.values, content: Buffer.concat(pieces).toString('latin1') }
}

describe('LAB-02 STF-03 a form with a file', () => {
  it.each([1, 7, 50, 10_000])('arrives as it was sent, in pieces of %s bytes', async (size) => {
    const content = `a,b\r\n"--b","------"\r\n\r\n--${'\xcf'.repeat(20)}`
    const body = `${field('key', 'k')}${field('laboratory', '3')}${file(content)}${END}`
    expect(await read(body, { size })).toEqual({ values: { key: 'k', laboratory: '3' }, content })
  })

  it('is empty without a chosen file, and is read without a file at all', async () => {
    expect(await read(`${field('key', 'k')}${file('')}${END}`)).toMatchObject({ content: '' })
    expect(await read(`${field('key', 'k')}${END}`)).toEqual({ values: { key: 'k' }, content: '' })
    const urlencoded = { type: 'application/x-www-form-urlencoded' }
    expect(await read('key=k', urlencoded)).toEqual({ values: { key: 'k' }, content: '' })
  })

  it.each([
    ['breaks off in the file', `${field('key', 'k')}${file('a').slice(0, -2)}`, TYPE],
    ['breaks off in a field', field('key', 'k').slice(0, -4), TYPE],
    ['has no boundary', `${file('a')}${END}`, 'multipart/form-data; boundary='],
    ['has another boundary', `${file('a')}${END}`, 'multipart/form-data; boundary=x'],
    ['has a field of 65 kB', `${field('key', 'k'.repeat(65 * 1024))}${END}`, TYPE],
    ['has 10,000 fields', `${field('key', 'k').repeat(10_000)}${END}`, TYPE],
    ['has a head of 5 kB', `------b\r\nx: ${'y'.repeat(5_000)}\r\n\r\n`, TYPE],
  ])('is refused when it %s', async (_, body, type) => {
    await expect(read(body, { type, size: 1_000 })).rejects.toThrow(BrokenUpload)
  })

  it('has no value for a field without a name', async () => {
    expect(await read('------b\r\nx: y\r\n\r\nz\r\n------b--')).toEqual({ values: {}, content: '' })
  })

  it('is left alone when its reader stops at the first piece', async () => {
    let pulled = 0
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from(file('x').slice(0, -2))),
      pull(controller) {
        pulled += 1
        controller.enqueue(Buffer.alloc(65_536, 'x'))
        if (pulled === 50) controller.close()
      },
    })
    const sent = await postedFile(posting(body))
    for await (const piece of sent?.content ?? []) {
      expect(piece.length).toBeGreaterThan(0)
      break
    }
    for (let turn = 0; turn < 200; turn += 1) await setImmediate()
    // What the buffers between hold.
    expect(pulled).toBeLessThan(10)
  })

  /** A request whose connection can break. */
  async function sending(body: string) {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const connection = writable.getWriter()
    const posted = postedFile(posting(readable))
    await connection.write(Buffer.from(body))
    return { posted: await posted, connection }
  }

  it('is refused when the connection breaks before the file is read, and does not end the process', async () => {
    const faults: unknown[] = []
    const listener = (error: unknown) => faults.push(error)
    process.once('uncaughtException', listener)
    const { posted, connection } = await sending(file('abc').slice(0, -2))
    await connection.abort(new Error('gone')).catch(() => undefined)
    await setImmediate()
    const content = posted?.content[Symbol.asyncIterator]()
    await expect(content?.next()).rejects.toThrow(BrokenUpload)
    process.removeListener('uncaughtException', listener)
    expect(faults).toEqual([])
  })

  it('is refused when the connection breaks in the file', async () => {
    const { posted, connection } = await sending(file('abc').slice(0, -2))
    const content = posted?.content[Symbol.asyncIterator]()
    expect((await content?.next())?.value?.toString()).toBe('abc')
    void connection.abort(new Error('gone'))
    await expect(content?.next()).rejects.toThrow(BrokenUpload)
  })

  it('costs four times as much for four times as many delimiters that almost are', async () => {
    const cost = (delimiters: number) =>
      processorMs(() => read(`${file('\r\n-----'.repeat(delimiters))}${END}`, { size: 65_536 }))
    const once = await cost(100_000)
    // 16 times when each of them were compared with all that came before.
    expect(await cost(400_000)).toBeLessThan(8 * once)
  })
})
