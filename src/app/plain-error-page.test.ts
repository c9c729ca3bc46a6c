import fastify from 'fastify'
import { expect, test } from 'vitest'
import { Refusal } from '#kernel/errors.ts'
import { sendErrorPage } from './plain-error-page.ts'

const server = fastify()
server.setErrorHandler(sendErrorPage)
server.get('/busy', () => {
  throw new Refusal({ code: 'unavailable', status: 503, retryAfterSeconds: 2 })
})
server.get('/unknown', () => {
  throw new Refusal({ code: 'not_found', status: 404 })
})
server.get('/broken', () => {
  throw new Error('broken')
})

const ask = (url: string, accept: string) => server.inject({ url, headers: { accept } })

test('a browser gets a page when too many pages are being rendered', async () => {
  const answer = await ask('/busy', 'text/html')
  expect(answer.statusCode).toBe(503)
  expect(answer.headers).toMatchObject({ 'retry-after': '3', 'content-type': 'text/html; charset=utf-8' })
  expect(answer.body).toContain('<h1>Back in a moment</h1><p>The network is restarting or busy.')
})

test.each([
  ['/busy', 'application/json', '503 application/problem+json; charset=utf-8'],
  ['/unknown', 'text/html', '404 application/problem+json; charset=utf-8'],
  ['/broken', 'text/html', '500 text/html; charset=utf-8'],
])('answers %s to %s with %s', async (url, accept, expected) => {
  const { statusCode, headers } = await ask(url, accept)
  expect(`${statusCode} ${headers['content-type']}`).toBe(expected)
})
