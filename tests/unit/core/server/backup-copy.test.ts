import { EventEmitter } from 'node:events'
import { buffer } from 'node:stream/consumers'
import type { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { copyOut } from '#app/commands/backup/copy.ts'

/** What pg's client calls on the statement. */
type Statement = {
  submit(connection: object): void
  handleCopyData(message: { chunk: Buffer }, connection: object): void
  handleCommandComplete(message: { text: string }, connection: object): void
  handleReadyForQuery(connection: object): void
  handleError(error: Error, connection: object): void
}

/** A socket that only notes whether it is read. */
class Socket extends EventEmitter {
  paused = false
  isPaused = () => this.paused
  pause = () => {
    this.paused = true
  }
  resume = () => {
    this.paused = false
  }
}

/** More than the stream takes before it is read. */
const MUCH = Buffer.alloc(1_000_000, 'x')

/** A copy whose messages the test sends. */
function startCopy() {
  const socket = new Socket()
  const connection = { stream: socket, query: () => undefined }
  let statement: Statement | undefined
  const query = (submitted: Statement) => {
    statement = submitted
    submitted.submit(connection)
    return submitted
  }
  const { stream, rows } = copyOut({ query } as unknown as Client, 'copy app.events to stdout')
  return {
    socket,
    stream,
    rows,
    send: () => statement?.handleCopyData({ chunk: MUCH }, connection),
    finish() {
      statement?.handleCommandComplete({ text: 'COPY 1' }, connection)
      statement?.handleReadyForQuery(connection)
    },
    fail: (error: Error) => statement?.handleError(error, connection),
  }
}

describe('the connection of a backup', () => {
  it('OPS-03 is read again after a table whose last data waited', async () => {
    const { socket, stream, rows, send, finish } = startCopy()
    send()
    expect(socket.paused).toBe(true)
    finish()
    expect((await buffer(stream)).length).toBe(MUCH.length)
    expect(await rows).toBe(1)
    expect(socket.paused).toBe(false)
  })

  it('OPS-03 waits while the reader is slow', async () => {
    const { socket, stream, send, finish } = startCopy()
    send()
    send()
    expect(socket.paused).toBe(true)
    const read = buffer(stream)
    await new Promise((resolve) => stream.once('drain', resolve))
    expect(socket.paused).toBe(false)
    finish()
    expect((await read).length).toBe(2 * MUCH.length)
  })

  it.each(['the reader', 'Postgres'])(
    'OPS-03 is read to the end of the statement after %s has failed',
    async (who) => {
      const { socket, stream, send, fail } = startCopy()
      send()
      const closed = new Promise((resolve) =>
        stream.once('error', () => stream.once('close', resolve)),
      )
      if (who === 'Postgres') fail(new Error('canceled'))
      else stream.destroy(new Error('No space left on device'))
      await closed
      expect(socket.paused).toBe(false)
      send()
      expect(socket.paused).toBe(false)
    },
  )
})
