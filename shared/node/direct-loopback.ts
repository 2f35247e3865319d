const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']
/** Excludes every host; HTTP clients accept it only alone. */
const EVERYTHING = '*'

/**
 * The variables by which HTTP clients call loopback addresses directly when the environment names a proxy, which most of them do not do by
 * default. Hosts that `env` excludes stay excluded. Both spellings, because a client may read either first. Pure.
 */
export function directLoopback(env: Readonly<Record<string, string | undefined>>) {
  const given = [env['no_proxy'], env['NO_PROXY']].flatMap((hosts = '') => hosts.split(/[,\s]+/))
  const hosts = new Set([...given.filter((host) => host !== ''), ...LOOPBACK])
  const value = hosts.has(EVERYTHING) ? EVERYTHING : [...hosts].join(',')
  return { NO_PROXY: value, no_proxy: value }
}
