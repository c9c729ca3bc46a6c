import { expect, test } from 'vitest'
import { describeApi } from '#platform/server/http/openapi.ts'
import { reportOrderCall } from '#domains/orders/transactions/contract/postback.ts'
import { followLinkCall } from './contract/documentation.ts'
import type { Operation } from './contract/documentation.ts'
import { fieldTransactionsCall } from './contract/field.ts'
import { createKeyCall } from '#domains/people/api-keys/contract.ts'
import { listApiTransactionsCall } from './contract/v1.ts'
import { LANGUAGES, writeSample } from './rules/code-samples.ts'
import { buildRequest, chooseValues } from './rules/example-values.ts'
import { formatKey, parseKey } from '#domains/people/api-keys/rules/key-text.ts'
import { listApiCalls } from './rules/operations.ts'
import { writeXml } from './views/xml.ts'

const texts = {
  operations: { fieldTransactions: { title: 'By date', text: 'Some days.' } },
  fields: { bdate: 'The first day.', key: 'Deprecated.', State: 'How it stands.' },
}
const endpoints = [followLinkCall, fieldTransactionsCall, listApiTransactionsCall, createKeyCall]
const described = { publicUrl: 'https://tandem.example', trackingOrigin: 'https://go.tandem.example', texts }
const description = describeApi(endpoints, described)
const calls = listApiCalls(description as unknown as { paths: Record<string, Record<string, Operation>> })
const facts = { siteKey: 'abc', days: { begin: '2026-01-01', end: '2026-01-07' } }

test('reads the documented calls of the OpenAPI document with their texts', () => {
  expect(calls.map(({ id }) => id)).toEqual(['followLink', 'fieldTransactions', 'listTransactions'])
  expect(calls.map(({ origin }) => origin)).toEqual(['https://go.tandem.example', undefined, undefined])
  const call = calls[1]
  expect(call).toMatchObject({ method: 'GET', path: '/api', address: '/api?act=transaction', title: 'By date' })
  expect(call?.scope).toBe('read_transactions')
  expect(call?.parameters).toContainEqual({
    name: 'bdate',
    type: 'string',
    text: 'The first day.',
    place: 'query',
    isRequired: true,
    isDeprecated: false,
    options: [],
    defaultValue: undefined,
  })
  expect(call?.parameters.find(({ name }) => name === 'key')?.isDeprecated).toBe(true)
  expect(call?.fields).toContainEqual({
    name: 'State',
    type: 'PENDING | CONFIRMED | CANCELLED | PAID',
    text: 'How it stands.',
  })
  const types = Object.fromEntries((calls[2]?.parameters ?? []).map(({ name, type }) => [name, type]))
  expect(types).toMatchObject({ limit: 'integer 1–1000', advertiser_id: 'integer', updated_since: 'RFC 3339' })
})

test('describes every answer to a postback', () => {
  const { paths } = describeApi([reportOrderCall], described)
  const { responses, servers } = Object(paths['/postback'])['get'] as Operation
  expect(servers).toEqual([{ url: 'https://go.tandem.example' }])
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '202', '422', '503']))
  const { properties } = responses['202']?.content?.['application/json']?.schema ?? {}
  expect(properties?.['result']?.enum).toContain('accepted')
  expect(properties?.['reason']?.anyOf?.[0]?.enum).toContain('clock_ahead')
})

test('fills in the keys of the reader and the last days', () => {
  const [link, byDate] = calls.map((call) => buildRequest(call, chooseValues(call, facts)))
  expect(link?.address).toBe('/r?key=abc&url=https%3A%2F%2Fshop.example.com%2Fshoes%3Fsize%3D42')
  expect(byDate?.address).toBe('/api?act=transaction&bdate=2026-01-01&edate=2026-01-07&outformat=json')
})

test.each(LANGUAGES)('a sample in %s quotes what it sends', (language) => {
  const sample = writeSample(language, {
    method: 'POST',
    url: "https://tandem.example/api?q='$x",
    key: 'tdm_key',
    body: { url: 'https://a.example/?b="c"' },
  })
  expect(sample).toContain('Bearer tdm_key')
  expect(sample).toMatch(language === 'curl' ? /q='\\''\$x'/ : language === 'php' ? /q=\\'\$x'/ : /q='\$x"/)
})

test('reads only whole keys', () => {
  const parts = { prefix: 'abcdefgh1234', secret: 'A'.repeat(43) }
  expect(parseKey(formatKey(parts))).toEqual(parts)
  for (const text of [
    '',
    'abcdefgh1234',
    `${formatKey(parts)}x`,
    formatKey(parts).slice(0, -1),
    ` ${formatKey(parts)}`,
  ])
    expect(parseKey(text)).toBeUndefined()
})

test('XML holds no sign that it cannot hold', () => {
  const text = writeXml('a', { b: ['x\u0001', null, 2], c: '<&' })
  expect(text.split('\n')[1]).toBe('<a><b><item>x\uFFFD</item><item></item><item>2</item></b><c>&lt;&amp;</c></a>')
})
