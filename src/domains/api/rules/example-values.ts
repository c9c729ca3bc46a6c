import type { ApiCall } from './operations.ts'

/** What the examples of the documentation take from the reader and from today. */
export interface ExampleFacts {
  siteKey: string
  days: { begin: string; end: string }
}

const EXAMPLE_URL = 'https://shop.example.com/shoes?size=42'

/** Chooses the values of a call's example, by parameter. A parameter without a value is not sent. */
export function chooseValues(call: ApiCall, { siteKey, days }: ExampleFacts): Record<string, string> {
  const known: Record<string, string> = {
    key: siteKey,
    site_key: siteKey,
    url: EXAMPLE_URL,
    urls: EXAMPLE_URL,
    bdate: days.begin,
    edate: days.end,
    outformat: 'json',
    limit: '10',
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
}

/** A JSON body of texts and lists of texts. */
export type CallBody = Record<string, string | string[]>

/** Builds the request of a call with these values. */
export function buildRequest(call: ApiCall, values: Record<string, string>): CallRequest {
  const query = call.parameters
    .filter(({ place, isDeprecated, name }) => place === 'query' && !isDeprecated && values[name])
    .map(({ name }) => `${name}=${encodeURIComponent(values[name] ?? '')}`)
  const hasBody = call.parameters.some(({ place }) => place === 'body')
  return {
    method: call.method,
    address: call.path + (query.length > 0 ? `?${query.join('&')}` : ''),
    ...(hasBody ? { body: buildBody(call, values) } : {}),
  }
}

/** Lists are typed as words. */
function buildBody(call: ApiCall, values: Record<string, string>): CallBody {
  const given = call.parameters.filter(({ place, name }) => place === 'body' && values[name])
  return Object.fromEntries(
    given.map(({ name, type }) => {
      const value = values[name] ?? ''
      return [name, type.endsWith('[]') ? value.split(/\s+/).filter(Boolean) : value]
    }),
  )
}
