import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isFileOfAdvertiser } from '#kernel/endpoint.ts'
import { nameAdvertiser } from '#kernel/form-token.ts'
import { getName, openAccessNetwork } from './support/access-network.ts'
import type { AccessNetwork } from './support/access-network.ts'

let network: AccessNetwork
let own: bigint

beforeAll(async () => {
  network = await openAccessNetwork()
  own = network.callers.advertiser?.advertiserId ?? 0n
})

afterAll(() => network.close())

/** What a tab sends: the address of the file, with the brand of the tab, and the token of a script. */
async function open(address: string, { token, accept = '*/*' }: { token?: string; accept?: string }) {
  const headers = { accept, referer: 'http://localhost:3000/brand/reports?period=week', 'x-csrftoken': token ?? '' }
  const reply = await network.send(address, 'advertiser', { headers })
  return { status: reply.statusCode, location: reply.headers.location, code: readCode(reply.body) }
}

function readCode(body: string): unknown {
  return body.startsWith('{') ? (JSON.parse(body) as { code?: unknown }).code : undefined
}

/** The addresses of all files of a brand. No id in them names anything. */
function listFiles(): string[] {
  const files = network.routes.filter(({ endpoint }) => isFileOfAdvertiser(endpoint))
  return files.map(({ endpoint }) => getName(endpoint).replaceAll(/:\w+/g, '1'))
}

const refusals = ['team.other_brand', 'team.brand_unnamed']

describe('every file of a brand', () => {
  test('is known', () => expect(listFiles().length).toBeGreaterThan(8))

  test('is for a page that names the brand, in its address or in its token', async () => {
    for (const file of listFiles()) {
      for (const [address, token] of [
        [`${file}?brand=${own}`, undefined],
        [file, nameAdvertiser('any', own)],
      ] as const) {
        expect(refusals, address).not.toContain((await open(address, token === undefined ? {} : { token })).code)
      }
    }
  })

  test('is refused to a page of another brand', async () => {
    for (const file of listFiles()) {
      const other = own + 1n
      expect(await open(`${file}?brand=${other}`, {}), file).toMatchObject({ status: 409, code: refusals[0] })
      const token = nameAdvertiser('any', other)
      expect(await open(file, { token }), file).toMatchObject({ status: 409, code: refusals[0] })
      expect(await open(`${file}?brand=${own}`, { token }), file).toMatchObject({ status: 409, code: refusals[0] })
    }
  })

  test('leads a browser that opens it without a script to the choice of the brand', async () => {
    for (const file of listFiles()) {
      const to = encodeURIComponent('/brand/reports?period=week')
      expect(await open(`${file}?brand=0`, { accept: 'text/html,*/*' }), file).toMatchObject({
        status: 303,
        location: `/brand/brands?for=0&to=${to}`,
      })
    }
  })

  test('is refused to a link that names no brand', async () => {
    for (const file of listFiles()) {
      expect(await open(file, {}), file).toMatchObject({ status: 409, code: refusals[1] })
    }
  })
})

test('a file of an operator needs no brand', async () => {
  const reply = await network.send('GET /api/v1/operator/transactions/download?brand=1', 'operator')
  expect(reply.statusCode).toBe(200)
})
