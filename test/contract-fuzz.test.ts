import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JsonSchema, Operation } from '#domains/desk/api/contract/documentation.ts'
import { openAccessNetwork } from './support/access-network.ts'
import type { AccessNetwork, Caller } from './support/access-network.ts'
import { rounds } from './support/rounds.ts'
import type { TestRequest } from './support/test-server.ts'

let network: AccessNetwork
let operations: DescribedCall[]

interface DescribedCall {
  method: 'GET' | 'POST'
  /** With `{name}` for parameters; without the fragment of a selector. */
  path: string
  selector: string
  operation: Operation
}

beforeAll(async () => {
  network = await openAccessNetwork()
  operations = await readOperations()
})

afterAll(() => network.close())

async function readOperations(): Promise<DescribedCall[]> {
  const description = await network.send('GET /openapi.json', 'visitor')
  const { paths } = description.json<{ paths: Record<string, Record<string, Operation>> }>()
  return Object.entries(paths)
    .filter(([path]) => path !== '/r' && path !== '/postback')
    .flatMap(([address, byMethod]) => {
      const [path = '', selector = ''] = address.split('#')
      return Object.entries(byMethod).map(([method, operation]) => {
        return { method: method === 'get' ? ('GET' as const) : ('POST' as const), path, selector, operation }
      })
    })
}

/** A text for an address: anything that can be encoded, and what readers of addresses trip over. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }).map((value) => value.toWellFormed()),
  fc.constantFrom('\0', '-1', '0', '1e309', '99999999999999999999', 'NaN', '[object Object]', '%00', '..', '__proto__'),
  fc.constantFrom('2026-02-30', '9999-12-31', '0001-01-01', 'x'.repeat(5000), "' OR 1=1 --", '\u202E', 'null', 'true'),
)

/** A value for a JSON body: any type, also a lone surrogate and a deep nesting. */
const anything = fc.oneof(
  text,
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(null, 1e308, -0.5, 2 ** 53, '\uD800', [], {}, [[[[[]]]]], { toString: null }, '\0'),
)

const sample = <T>(values: fc.Arbitrary<T>, seed: number): T[] =>
  fc.sample(values, { numRuns: rounds.fuzzInputs, seed })

/** A value that the schema allows, as far as a fuzz needs it. */
function exampleOf(schema: JsonSchema): unknown {
  const { enum: options, anyOf, default: preset } = schema
  const chosen = preset ?? schema.const ?? options?.[0]
  if (chosen !== undefined) return chosen
  return anyOf?.[0] === undefined ? exampleOfType(schema) : exampleOf(anyOf[0])
}

function exampleOfType({ type, items, properties, minimum, format }: JsonSchema): unknown {
  if (type === 'array') return items === undefined ? [] : [exampleOf(items)]
  if (type === 'object') return Object.fromEntries(mapValues(properties ?? {}, exampleOf))
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return Math.max(1, minimum ?? 1)
  return FORMATS[format ?? ''] ?? 'abc'
}

const FORMATS: Record<string, string> = { email: 'a@example.com', uuid: crypto.randomUUID() }

function mapValues<T>(record: Record<string, T>, convert: (value: T) => unknown): [string, unknown][] {
  return Object.entries(record).map(([name, value]) => [name, convert(value)])
}

interface Attempt {
  url: string
  request: TestRequest
}

/** Builds the attempts on one operation: every parameter in turn gets its inputs, the others stay plausible. */
function buildAttempts(call: DescribedCall, seed: number): Attempt[] {
  const { operation } = call
  const isIn = (place: string) => operation.parameters.filter((parameter) => parameter['in'] === place)
  const required = isIn('query').filter((parameter) => parameter.required)
  const plain = {
    path: Object.fromEntries(isIn('path').map(({ name, schema }) => [name, String(exampleOf(schema))])),
    query: Object.fromEntries(required.map(({ name, schema }) => [name, String(exampleOf(schema))])),
    body: readBody(operation).example,
  }
  const attempts = [plain]
  for (const { name } of isIn('path')) {
    const values = sample(text, seed).filter((value) => !['', '.', '..'].includes(value))
    for (const value of values) attempts.push({ ...plain, path: { ...plain.path, [name]: value } })
  }
  for (const { name } of isIn('query')) {
    for (const value of sample(text, seed)) attempts.push({ ...plain, query: { ...plain.query, [name]: value } })
  }
  for (const name of Object.keys(readBody(operation).schema.properties ?? {})) {
    for (const value of sample(anything, seed)) attempts.push({ ...plain, body: { ...plain.body, [name]: value } })
  }
  return attempts.map(({ path, query, body }) => ({
    url: buildAddress(call, path, query),
    request: buildRequest(operation, body),
  }))
}

function buildAddress({ path, selector }: DescribedCall, own: Record<string, string>, query: Record<string, string>) {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(own[name] ?? ''))
  const search = [selector, new URLSearchParams(query).toString()].filter((part) => part !== '').join('&')
  return search === '' ? filled : `${filled}?${search}`
}

const FORM = 'application/x-www-form-urlencoded'

function readBody({ requestBody }: Operation): { schema: JsonSchema; example: Record<string, unknown> } {
  const schema = (requestBody?.content['application/json'] ?? requestBody?.content[FORM])?.schema ?? {}
  return { schema, example: (exampleOf({ type: 'object', ...schema }) ?? {}) as Record<string, unknown> }
}

function buildRequest({ requestBody }: Operation, body: Record<string, unknown>): TestRequest {
  if (requestBody?.content['application/json'] !== undefined) return { json: body }
  if (requestBody?.content[FORM] !== undefined) {
    const { csrfmiddlewaretoken: _, ...fields } = body
    return { form: Object.fromEntries(mapValues(fields, toFormValue)) as Record<string, string | string[]> }
  }
  return requestBody === undefined ? {} : { file: 'a,b' }
}

function toFormValue(value: unknown): string | string[] {
  const toText = (item: unknown) => (typeof item === 'string' ? item : JSON.stringify(item)).toWellFormed()
  return Array.isArray(value) ? value.map(toText) : toText(value)
}

function findCaller({ security, ...operation }: Operation): Caller {
  const scope = security?.[0]?.['apiKey']?.[0]
  if (scope !== undefined) return `key:${scope}` as Caller
  const [tag = ''] = operation['tags'] as string[]
  if (tag === 'public') return 'visitor'
  return tag.startsWith('advertiser') ? 'advertiser' : tag === 'operator' ? 'operator' : 'publisher'
}

interface Fault {
  status: number
  url: string
  request: string
  problem?: unknown
}

/** How sentences of zod begin, and a regular expression in one. People and programs read sentences of ours instead. */
const RAW_SENTENCE =
  /^(Invalid (input|option|string|number|key|value|discriminator|[A-Z])|Too (big|small)|Unrecog)|\/\^/

/** Returns what is wrong with an answer; undefined when it is as described. */
async function tryAttempt({ method, operation }: DescribedCall, { url, request }: Attempt): Promise<Fault | undefined> {
  const answer = await network.send(`${method} ${url}`, findCaller(operation), request)
  const { statusCode: status } = answer
  const fault = { status, url: url.slice(0, 200), request: JSON.stringify(request).slice(0, 300) }
  if (status >= 500 || operation.responses[status] === undefined) return fault
  if (status < 400 || !String(answer.headers['content-type']).includes('json')) return undefined
  const problem = answer.json<Record<string, unknown>>()
  const isShaped = problem['status'] === status && problem['success'] === false && problem['code'] !== undefined
  return isShaped && !RAW_SENTENCE.test(String(problem['message'])) ? undefined : { ...fault, problem }
}

/** Calls that answer after a pause on purpose; their attempts run at once. */
const AT_ONCE = 100

test('every operation answers strange input as its description says, and never with 5xx', async () => {
  expect(operations.length).toBeGreaterThan(100)
  const faults = new Map<string, unknown>()
  let tried = 0
  for (const [seed, call] of operations.entries()) {
    const attempts = buildAttempts(call, seed)
    for (let at = 0; at < attempts.length; at += AT_ONCE) {
      const answers = await Promise.all(attempts.slice(at, at + AT_ONCE).map((attempt) => tryAttempt(call, attempt)))
      for (const fault of answers) if (fault) faults.set(`${fault.status} ${call.method} ${call.path}`, fault)
    }
    tried += attempts.length
  }
  expect(Object.fromEntries(faults)).toEqual({})
  expect(tried).toBeGreaterThan(operations.length * rounds.fuzzInputs)
})
