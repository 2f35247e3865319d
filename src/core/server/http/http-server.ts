import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Duplex } from 'node:stream'

type ProtocolError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer }

/** A request line with an unknown method. */
const UNKNOWN_METHOD = /^[!#$%&'*+.^`|~\w-]+ \S+ HTTP\/1\.[01]\r?\n/

const STATUS_LINES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}
const METHOD_NOT_ALLOWED = '405 Method Not Allowed'

function statusLineOf({ code = '', rawPacket }: ProtocolError): string {
  const isMethod = code === 'HPE_INVALID_METHOD' && UNKNOWN_METHOD.test(String(rawPacket))
  return isMethod ? METHOD_NOT_ALLOWED : (STATUS_LINES[code] ?? '400 Bad Request')
}

/** Writes a response without a body straight to the connection, and closes it. */
function answer(socket: Duplex, statusLine: string): void {
  const allow = statusLine === METHOD_NOT_ALLOWED ? 'Allow: GET, HEAD\r\n' : ''
  // A client that resets the connection in the meantime must not end the process.
  socket.on('error', () => socket.destroy())
  socket.end(
    `HTTP/1.1 ${statusLine}\r\n${allow}Content-Length: 0\r\nConnection: close\r\n\r\n`,
    () => socket.destroy(),
  )
}

/** Time in which a request must arrive, in ms. */
const REQUEST_MS = 30_000
/** The same for a request with a file: 16 MiB at 230 kbit/s. */
const FILE_REQUEST_MS = 600_000

/** Ends the connection of a request whose body does not arrive in time. Node has one time for all requests. */
function limitArrival(request: IncomingMessage, response: ServerResponse, ms: number): void {
  const end = () => {
    if (!request.complete) request.socket.destroy()
  }
  let late = setTimeout(end, ms)
  request.once('close', () => clearTimeout(late))
  response.once('close', () => {
    clearTimeout(late)
    // Nothing reads the rest.
    if (!request.complete) late = setTimeout(end, REQUEST_MS).unref()
  })
}

/**
 * Node's HTTP server with the site's timeouts. It also responds to requests that never become a 'request' event: what
 * the parser refuses (400, 408, 413, 431), unknown methods and CONNECT (405). `sendsFile`: a request that may take minutes to arrive.
 */
export function createHttpServer(
  listener: RequestListener,
  sendsFile: (request: IncomingMessage) => boolean = () => false,
): Server {
  const server = createServer({ requestTimeout: FILE_REQUEST_MS, headersTimeout: 15_000 }, listener)
  server.keepAliveTimeout = 65_000
  /** Connections with a response under way: other bytes would become part of it. */
  const answering = new WeakSet<Duplex>()
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    limitArrival(request, response, sendsFile(request) ? FILE_REQUEST_MS : REQUEST_MS)
    answering.add(socket)
    response.once('close', () => answering.delete(socket))
  })
  server.on('clientError', (error: ProtocolError, socket: Duplex) => {
    if (!socket.writable || answering.has(socket)) socket.destroy()
    else answer(socket, statusLineOf(error))
  })
  server.on('connect', (_: IncomingMessage, socket: Duplex) => answer(socket, METHOD_NOT_ALLOWED))
  return server
}
