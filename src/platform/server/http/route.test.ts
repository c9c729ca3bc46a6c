import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { route, runRoute } from './route.ts'
import type { RequestCtx } from './route.ts'

const list = endpoint({
  method: 'GET',
  path: '/list',
  access: 'public',
  encoding: 'none',
  summary: 'Says what was asked',
  query: z.object({
    sort: z.enum(['day', 'name']).default('day'),
    begin: z.iso.date().optional(),
    status: z.array(z.string()).optional(),
  }),
  reply: z.object({ asked: z.unknown() }),
})

test.each([
  [{ sort: '', begin: '', status: ['', ''] }, { sort: 'day' }],
  [
    { sort: 'name', status: ['', 'a', 'b'] },
    { sort: 'name', status: ['a', 'b'] },
  ],
  [undefined, { sort: 'day' }],
])('a parameter without a value is as absent: %j', async (query, asked) => {
  const routed = route(list, async (_ctx, input) => ({ asked: input.query }))
  const ctx = { actor: { kind: 'visitor' } } as RequestCtx
  expect(await runRoute(routed, ctx, { query })).toEqual({ asked })
})
