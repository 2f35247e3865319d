import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import type { Client, Connection, Submittable } from 'pg'

/** The calls of pg's connection for COPY, which its types leave out; pg-copy-streams uses the same. */
type CopyConnection = Connection & {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

/** What pg's client calls on the statement that it runs. */
abstract class CopyStatement implements Submittable {
  readonly #sql: string
  readonly #settled = Promise.withResolvers<number>()
  #rows = 0
  #error: Error | undefined

  constructor(sql: string) {
    this.#sql = sql
  }

  /** The number of copied rows. */
  get rows(): Promise<number> {
    return this.#settled.promise
  }

  submit(connection: Connection): void {
    connection.query(this.#sql)
  }

  /** The tag is 'COPY' and the number of rows. */
  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = Number(text.split(' ')[1])
  }

  handleReadyForQuery(): void {
    if (this.#error === undefined) this.#settled.resolve(this.#rows)
    else this.#settled.reject(this.#error)
  }

  handleError(error: Error): void {
    this.#settled.reject(error)
  }

  protected fail(error: Error): void {
    this.#error = error
  }
}

class CopyOut extends CopyStatement {
  readonly stream = new PassThrough()

  override submit(connection: Connection): void {
    super.submit(connection)
    // A stream that is ending or was given up emits no 'drain': the socket would stay paused, and nothing be read again.
    this.stream.once('close', () => connection.stream.resume())
  }

  handleCopyData({ chunk }: { chunk: Buffer }, { stream }: Connection): void {
    if (this.stream.destroyed) return
    // A copy: pg reads the next data into the memory that `chunk` refers to.
    if (this.stream.write(Buffer.from(chunk))) return
    // Data that pg has read already still arrives while the socket is paused.
    if (stream.isPaused()) return
    stream.pause()
    this.stream.once('drain', () => stream.resume())
  }

  override handleReadyForQuery(): void {
    super.handleReadyForQuery()
    this.stream.end()
  }

  override handleError(error: Error): void {
    super.handleError(error)
    this.stream.destroy(error)
  }
}

class CopyIn extends CopyStatement {
  readonly #source: Readable

  constructor(sql: string, source: Readable) {
    super(sql)
    this.#source = source
  }

  handleCopyInResponse(connection: CopyConnection): void {
    this.#send(connection).catch((error: Error) => {
      this.fail(error)
      connection.sendCopyFail('the file cannot be read')
    })
  }

  async #send(connection: CopyConnection): Promise<void> {
    for await (const chunk of this.#source) {
      connection.sendCopyFromChunk(chunk as Buffer)
      if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
    }
    connection.endCopyFrom()
  }
}

/** Runs `COPY … TO STDOUT`. Read `stream` to its end; then `rows` is the number of rows. */
export function copyOut(client: Client, sql: string): { stream: Readable; rows: Promise<number> } {
  const statement = client.query(new CopyOut(sql))
  // A failure reaches the caller through the stream as well; without this it could be reported as unhandled first.
  statement.rows.catch(() => undefined)
  return { stream: statement.stream, rows: statement.rows }
}

/** Runs `COPY … FROM STDIN` with the bytes of `source` and returns the number of rows. */
export const copyIn = (client: Client, sql: string, source: Readable): Promise<number> =>
  client.query(new CopyIn(sql, source)).rows
