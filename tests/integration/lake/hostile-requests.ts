import type { Random } from '#tests/attack/random.ts'
import type { Attacked } from '#tests/attack/raw-requests.ts'
import type { Line } from '#tests/attack/raw-targets.ts'
import { TEST_TOKEN } from './test-lake.ts'

const METHODS = ['GET', 'GET', 'GET', 'POST', 'POST', 'HEAD', 'PUT', 'DELETE', 'TRACE'] as const
const STRANGE_METHODS = ['CONNECT', 'OPTIONS', 'PROPFIND', 'MADEUP', 'get', ''] as const

const IMAGE = `/images/halyard0/production/${'a'.repeat(40)}-10x10.png`
const PATHS = [
  '/v2026-11-01/data/query/production',
  '/v2026-11-01/data/query/production?query=*',
  '/v2026-11-01/data/query/production?query=*%7B%22a%22:*%7B%22b%22:count(*%5Breferences(%5E._id)%5D)%7D%7D',
  '/v2026-11-01/data/query/production?query=*%5B_id==$a%5D&$a=%7B%22__proto__%22:1%7D',
  '/v1/data/query/production?query=*&perspective=raw,__proto__',
  '/v1/data/mutate/production',
  '/v1/data/mutate/production?returnDocuments=true&transactionId=__proto__',
  '/v1/data/actions/production',
  '/v1/data/doc/production/a,a,a,drafts.a,',
  '/v1/data/doc/production/a?includeAllVersions=true',
  '/v1/data/listen/production?query=*',
  '/v1/data/listen/production?query=*%5B',
  '/v1/data/export/production?types=constructor',
  '/v1/data/history/production/transactions/a?limit=-1&fromTransaction=x',
  '/v1/data/history/production/documents/a?time=yesterday',
  '/v1/data/references/production/documents/a/to',
  '/v1/assets/images/production?filename=../../x',
  '/v1/assets/files/production?filename=%00.%ff',
  '/v1/users/me/keyvalue',
  '/v1/users/me/keyvalue/a,b',
  '/v1/users/__proto__',
  '/v1/auth/logout',
  '/v1/projects/halyard0/datasets',
  '/v1/socket/production',
  '/lake-listen',
  '/studio-login',
  '/studio-login?origin=//evil.example',
  '/studio',
  '/studio/static/..%2f..%2fstaff.json',
  '/static/x.js',
  IMAGE,
  `${IMAGE}?w=1e9&fit=__proto__&fm=constructor`,
  `${IMAGE}?rect=0,0,-1,1e309&dpr=x`,
  '/files/halyard0/production/..%2f..%2fstaff.json',
  '/v__proto__/ping',
  '/',
] as const

const PARTS = [
  '%',
  '%00',
  '../',
  '//',
  '?',
  '&$a=[',
  '%ff%fe',
  '"',
  ' ',
  '\u00e9',
  '[',
  '*',
] as const

function line(random: Random): Line {
  const method = random.pick(random.chance(90) ? METHODS : STRANGE_METHODS)
  let target: string = random.pick(PATHS)
  while (random.chance(20)) {
    const at = 1 + random.whole(target.length)
    target = target.slice(0, at) + random.pick(PARTS) + target.slice(at)
  }
  return { method, target: random.chance(1) ? `/${'x'.repeat(20_000)}` : target }
}

const create = (document: string) => `{"mutations":[{"createOrReplace":${document}}]}`
const patch = (body: string) => `{"mutations":[{"patch":{"id":"a",${body}}}]}`

const BODIES = [
  '{"query":"*"}',
  '{"query":"*[0...$n]","params":{"n":1e400}}',
  '{"query":"*{\\"a\\":*{\\"b\\":*{\\"c\\":*}}}"}',
  `{"query":"${'('.repeat(20_000)}"}`,
  `{"query":"*[${'a||'.repeat(3_000)}a]"}`,
  `{"query":"*[string::split(\\"${'x'.repeat(50_000)}\\",\\"\\")[@ match \\"x*\\"]]"}`,
  '{"query":"*","params":[1,2]}',
  '{"query":{"a":1}}',
  create('{"_id":"a","_type":"b"}'),
  create('{"_id":"a","_type":"b","list":[{"_key":"k"}],"_updatedAt":5}'),
  create('{"_id":"a","_type":"b","_rev":{},"_createdAt":[]}'),
  create('{"_id":"a","_type":"b","r":{"_ref":"none"}}'),
  create('{"_id":"a","_type":"b","r":{"_ref":5,"_weak":{}}}'),
  patch('"set":{"a..b[":1}'),
  patch('"set":{"a[-1].b[?(@)]":1}'),
  patch('"insert":{"after":"list[99]","items":[1]}'),
  patch('"insert":{"replace":"list[_key==\\"k\\"]","items":{}}'),
  patch('"unset":["list[","x..y","[[["]'),
  patch('"inc":{"list":1,"_type":"x"}'),
  patch('"diffMatchPatch":{"_type":"@@ -1,9 +1,9 @@\\n-x"}'),
  patch('"merge":{"a":{"b":null}}'),
  patch('"ifRevisionID":5'),
  '{"mutations":[{"delete":{"query":"*[true]","params":{}}}]}',
  '{"mutations":[{"patch":{"query":"*{\\"a\\":*{\\"b\\":*}}","set":{"x":1}}}]}',
  '{"mutations":[null]}',
  '{"mutations":[{}],"transactionId":"constructor"}',
  '{"actions":[{"actionType":"sanity.action.document.edit","draftId":"drafts.a","publishedId":"b","patch":5}]}',
  '{"actions":[{"actionType":"sanity.action.document.publish"}]}',
  '{"actions":{"length":5}}',
  '[{"key":"a","value":1},{"key":5}]',
  '[{"key":"__proto__"}]',
  'email=editor%40halyard.example&password=x&destination=%2F%2Fevil.example',
  `email=${'e'.repeat(9_000)}&password=${'p'.repeat(900)}`,
] as const

/** The lake's API as strangers and as holders of the access token attack it. */
export const LAKE_API: Attacked = {
  line,
  bodies: BODIES,
  headers: [`Authorization: Bearer ${TEST_TOKEN}`],
}
