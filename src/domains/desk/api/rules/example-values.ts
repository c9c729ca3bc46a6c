import type { ApiCall } from './operations.ts'

/** What the examples of the documentation take from the reader and from today. */
export interface ExampleFacts {
  siteKey: string
  days: { begin: string; end: string }
}

const EXAMPLE_URL = 'https://shop.example.com/shoes?size=42'

const EXAMPLE_ROWS = JSON.stringify([
  { order_id: 'O-1001', action: 'confirm' },
  { order_id: 'O-1002', action: 'cancel', reason: 'RETURNED_MERCHANDISE' },
])

/** Chooses the values of a call's example, by parameter. A parameter without a value is not sent. */
export function chooseValues(call: ApiCall, { siteKey, days }: ExampleFacts): Record<string, string> {
  const known: Record<string, string> = {
    key: siteKey,
    site_key: siteKey,
    url: EXAMPLE_URL,
    urls: EXAMPLE_URL,
    bdate: days.begin,
    edate: days.end,
    begin: days.begin,
    end: days.end,
    outformat: 'json',
    limit: '10',
    name: 'decisions.csv',
    file: 'decisions.csv',
    file_id: 'FILE_ID',
    rows: EXAMPLE_ROWS,
    note: 'Sent by mistake',
  }
  const sent = call.parameters.filter(({ isDeprecated }) => !isDeprecated)
  const entries = sent.map(({ name, options, isRequired }) => {
    const [first] = isRequired ? options : []
    return [name, known[name] ?? first ?? ''] as const
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== ''))
}

/** The parts of a request to a call. */
export interface CallRequest {
  method: string
  /** Path and query. */
  address: string
  body?: CallBody | undefined
  /** The name of the file to upload. */
  file?: string | undefined
}

/** A JSON value of a body. */
export type BodyValue = string | BodyValue[] | { [name: string]: BodyValue }

/** A JSON body. */
export type CallBody = Record<string, BodyValue>

/** Builds the request of a call with these values. */
export function buildRequest(call: ApiCall, values: Record<string, string>): CallRequest {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? name))
  const query = call.parameters
    .filter(({ place, isDeprecated, name }) => place === 'query' && !isDeprecated && values[name])
    .map(({ name }) => `${name}=${encodeURIComponent(values[name] ?? '')}`)
  const hasBody = call.parameters.some(({ place }) => place === 'body')
  const file = call.parameters.find(({ place }) => place === 'file')?.name
  return {
    method: call.method,
    address: path + (query.length > 0 ? `?${query.join('&')}` : ''),
    ...(hasBody ? { body: buildBody(call, values) } : {}),
    ...(file === undefined ? {} : { file: values[file] }),
  }
}

/** Lists of texts are typed as words, lists of objects as JSON. */
function buildBody(call: ApiCall, values: Record<string, string>): CallBody {
  const given = call.parameters.filter(({ place, name }) => place === 'body' && values[name])
  return Object.fromEntries(
    given.map(({ name, type }) => {
      const value = values[name] ?? ''
      if (type === 'object[]') return [name, parseJson(value)]
      return [name, type.endsWith('[]') ? value.split(/\s+/).filter(Boolean) : value]
    }),
  )
}

/** Reads JSON as it is typed; what is no JSON stays a text, which the call refuses. */
function parseJson(text: string): BodyValue {
  try {
    return JSON.parse(text) as BodyValue
  } catch {
    return text
  }
}
