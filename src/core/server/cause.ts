/** Texts of libraries that are the same each time and have no code beside them. */
const FIXED_TEXTS = new Set([
  'Client has encountered a connection error and is not queryable',
  'Cannot use a pool after calling end on the pool',
  'Connection terminated',
  'Connection terminated due to connection timeout',
  'Connection terminated unexpectedly',
  'Query read timeout',
  'timeout exceeded when trying to connect',
])

const NAME = /^[$A-Za-z]\w{0,40}$/
/** Of the system or of SMTP (ECONNREFUSED), of Postgres (23505), of a provider (user_not_found, INSTRUMENT_DECLINED). Never digits alone but a SQLSTATE. */
const CODE = /^([A-Z][A-Z_]{1,40}|[\dA-Z]{5}|[a-z][a-z_]{1,40})$/
const OBJECT = /^[a-z][a-z\d_]{0,62}$/
const SYSCALL = /^[a-z]{1,20}$/

const MOST_CAUSES = 4
const MOST_LENGTH = 200

type Facts = Readonly<Record<string, unknown>>

const fitting = (form: RegExp, value: unknown) =>
  typeof value === 'string' && form.test(value) ? [value] : []

const statusIn = ({ status, statusCode, responseCode }: Facts) =>
  [status, statusCode, responseCode]
    .filter((value) => Number.isInteger(value) && Number(value) >= 100 && Number(value) < 1_000)
    .slice(0, 1)

/** The stack without the message, which can have lines that look like frames. */
export function framesOf(error: unknown): string[] {
  const { stack, message } = (error ?? {}) as { stack?: unknown; message?: unknown }
  if (typeof stack !== 'string' || typeof message !== 'string') return []
  const at = message === '' ? 0 : stack.indexOf(message)
  // A message that was changed later is not in the stack: the old one may be.
  if (at < 0) return []
  const lines = stack.slice(at + message.length).split('\n')
  return lines.filter((line) => /^\s+at \S.*:\d+:\d+\)?$/.test(line))
}

const functionOf = (error: object) =>
  framesOf(error)
    .slice(0, 1)
    .flatMap((frame) => /^\s+at (?:async |new )?([\w.$]{1,60}) \(/.exec(frame)?.[1] ?? [])
    .map((name) => `at ${name}`)

/** One error without its causes. */
function ownFacts(error: object): string {
  const facts = error as Facts
  const { message } = facts
  const found = [
    ...fitting(CODE, facts['code']),
    ...fitting(CODE, facts['issue']),
    ...statusIn(facts),
    ...fitting(SYSCALL, facts['syscall']),
    ...fitting(OBJECT, facts['table']),
    ...fitting(OBJECT, facts['constraint']),
    ...(typeof message === 'string' && FIXED_TEXTS.has(message) ? [`(${message})`] : []),
  ]
  const name = fitting(NAME, facts['name'])[0] ?? 'unknown'
  return [name, ...(found.length > 0 ? found : functionOf(error))].join(' ')
}

/** The error and what caused it, the outermost first. */
function chainOf(error: unknown, found: object[] = []): object[] {
  const isNew = typeof error === 'object' && error !== null && !found.includes(error)
  if (!isNew || found.length === MOST_CAUSES) return found
  found.push(error)
  const { cause, errors } = error as { cause?: unknown; errors?: unknown }
  chainOf(cause, found)
  if (Array.isArray(errors)) for (const one of errors.slice(0, 2)) chainOf(one, found)
  return found
}

/**
 * What a log line says of an error: its class, its codes, names of the database's tables and constraints, and the same of its causes. Never its
 * message, detail or value: they can hold what a person has typed. An error that has none of these is named by the function that threw it.
 */
export function causeOf(error: unknown): string {
  try {
    const chain = chainOf(error)
    return chain.length === 0 ? 'unknown' : chain.map(ownFacts).join(' < ').slice(0, MOST_LENGTH)
  } catch {
    return 'unknown'
  }
}
