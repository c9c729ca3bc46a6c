import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { fetchFile } from './download.ts'
import type { Received } from './download.ts'

let server: Server | undefined

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function serve(answer: RequestListener): Promise<string> {
  const started = (server = createServer(answer))
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}/`
}

const noProgress = { csrfToken: 'token.7', signal: new AbortController().signal, onProgress: () => undefined }

test('fetches a file under its name, and counts its rows without the header while they arrive', async () => {
  let token: unknown
  const halfway = Promise.withResolvers<void>()
  const href = await serve((request, response) => {
    token = request.headers['x-csrftoken']
    response.setHeader('Content-Type', 'text/csv; charset=utf-8')
    response.setHeader('Content-Disposition', 'attachment; filename="orders.csv"')
    response.write('id,amount\r\n1,2')
    void halfway.promise.then(() => response.end('0\r\n2,30\r\n'))
  })
  const seen: Received[] = []
  const onProgress = (received: Received) => {
    seen.push(received)
    halfway.resolve()
  }
  const file = await fetchFile(href, { ...noProgress, onProgress })
  expect([file.name, file.type, await file.text()]).toEqual([
    'orders.csv',
    'text/csv; charset=utf-8',
    'id,amount\r\n1,20\r\n2,30\r\n',
  ])
  expect(token).toBe('token.7')
  expect(seen).toEqual([
    { rows: 0, bytes: 14 },
    { rows: 2, bytes: 23 },
  ])
})

test('throws the refusal of the server', async () => {
  const href = await serve((_, response) => {
    response.writeHead(401, { 'Content-Type': 'application/problem+json' })
    response.end(JSON.stringify({ code: 'sign_in_required', message: 'Please log in first.' }))
  })
  await expect(fetchFile(href, noProgress)).rejects.toMatchObject({
    details: { code: 'sign_in_required', status: 401, message: 'Please log in first.' },
  })
})

test('throws when the connection breaks in the middle, so that no part of a file is saved as the whole', async () => {
  const halfway = Promise.withResolvers<void>()
  const href = await serve((_, response) => {
    response.write('id\r\n1\r\n')
    void halfway.promise.then(() => response.destroy())
  })
  const onProgress = () => halfway.resolve()
  await expect(fetchFile(href, { ...noProgress, onProgress })).rejects.toMatchObject({ details: { code: 'offline' } })
})

test('ends when it is cancelled', async () => {
  const href = await serve((_, response) => void response.write('id\r\n1\r\n'))
  const cancel = new AbortController()
  const onProgress = () => cancel.abort()
  await expect(fetchFile(href, { ...noProgress, signal: cancel.signal, onProgress })).rejects.toThrow(/abort/i)
})
