import { afterAll, describe, expect, test } from 'vitest'
import { dryRunPostback } from '#domains/orders/transactions/commands/dry-run-postback.ts'
import { readState } from '#test/support/access-network.ts'
import { testContext } from '#test/support/context.ts'
import { openCouponShop } from '#test/support/coupon-shop.ts'
import { openPostbackFixtures } from '#test/support/postback-shop.ts'

const { database, fixtures, shop, nextOrder, findTransaction, close } = await openPostbackFixtures()
const { db, ownerDb } = database
const { advertiserId, serverToken: token } = fixtures

afterAll(close)

const tryPostback = (parameters: Record<string, string>) =>
  dryRunPostback(testContext(db), fixtures.source, {
    advertiserId,
    kind: 'server',
    channel: 'query',
    parameters,
  })

describe('a dry run', () => {
  const click = (options: Parameters<typeof fixtures.makeClick>[0] = {}) => fixtures.makeClick(options)
  const reported = async () => {
    const order = { click_id: await click(), order_id: nextOrder(), amount: '10' }
    await shop.send(order)
    return order
  }

  const cases: [string, () => Promise<Record<string, string>>][] = [
    ['recorded', async () => ({ click_id: await click(), order_id: nextOrder(), amount: '100' })],
    [
      'recorded no_rate',
      async () => ({ click_id: await click(), order_id: nextOrder(), amount: '9', currency: 'EUR' }),
    ],
    ['duplicate', reported],
    ['duplicate amount_differs', async () => ({ ...(await reported()), amount: '11' })],
    ['rejected forged_click_id', async () => ({ click_id: 'x', order_id: nextOrder(), amount: '1' })],
    [
      'rejected expired_click',
      async () => ({ click_id: await click({ agoMs: 31 * 86_400_000 }), order_id: '7', amount: '1' }),
    ],
    ['rejected missing_order_id', async () => ({ click_id: await click(), amount: '1' })],
    ['rejected test', async () => ({ click_id: await click(), order_id: nextOrder(), amount: '1', test: '1' })],
    [
      'retry click_not_here_yet',
      async () => ({ click_id: await click({ isSpooled: true }), order_id: '8', amount: '1' }),
    ],
    [
      'accepted clock_ahead',
      async () => ({ click_id: await click({ agoMs: -3_600_000 }), order_id: nextOrder(), amount: '1' }),
    ],
    ['test', async () => ({ click_id: fixtures.issueTestClick(), order_id: nextOrder(), amount: '1' })],
    ['decided', async () => ({ ...(await reported()), status: 'confirmed' })],
    ['decided', async () => ({ ...(await reported()), amount: '5', status: 'amended' })],
    ['decided', async () => ({ click_id: await click(), order_id: nextOrder(), amount: '2', status: 'confirmed' })],
    [
      'accepted clock_ahead',
      async () => {
        const order = { click_id: await click({ agoMs: -3_600_000 }), order_id: nextOrder(), amount: '4' }
        await shop.send(order)
        return { ...order, status: 'confirmed' }
      },
    ],
    ['unchanged', async () => ({ ...(await reported()), status: 'amended' })],
    ['rejected unknown_order', async () => ({ order_id: nextOrder(), amount: '1', status: 'amended' })],
  ]

  test('says what each postback is answered, and writes nothing', async () => {
    const made = await Promise.all(cases.map(async ([verdict, make]) => ({ verdict, parameters: await make() })))
    const before = await readState(ownerDb, [])
    const outcomes = []
    for (const { parameters } of made) outcomes.push((await tryPostback(parameters)).outcome)
    expect(await readState(ownerDb, [])).toBe(before)
    const said = outcomes.map(({ result, reason }) => [result, reason].filter(Boolean).join(' '))
    expect(said).toEqual(made.map(({ verdict }) => verdict))
    const answered = []
    for (const { parameters } of made) {
      const { result, reason } = await shop.send({ token, ...parameters })
      answered.push([result, reason].filter(Boolean).join(' '))
    }
    expect(answered).toEqual(said)
  })

  test('prices an order as it is recorded', async () => {
    const parameters = { click_id: await click(), order_id: nextOrder(), amount: '123.45' }
    const { recorded } = await tryPostback(parameters)
    await shop.send(parameters)
    const transaction = await findTransaction(parameters.order_id)
    expect(recorded).toMatchObject({
      siteId: transaction?.siteId,
      order: { attribution: 'click', order_value: '1234500', commission: '123450', usd_commission: '123450' },
    })
    expect([transaction?.orderValue, transaction?.commission]).toEqual([1_234_500n, 123_450n])
  })

  test('names the owner of a coupon', async () => {
    const coupons = await openCouponShop(testContext(db), 'code_without_click')
    const source = await coupons.fixtures.loadSource()
    const tried = { advertiserId: coupons.fixtures.advertiserId, kind: 'server', channel: 'query' } as const
    const parameters = { order_id: nextOrder(), amount: '10', coupon: 'tea10' }
    const { recorded } = await dryRunPostback(testContext(db), source, { ...tried, parameters })
    expect(recorded).toMatchObject({ siteId: coupons.siteId, order: { attribution: 'coupon', commission: '20000' } })
  })
})

describe('a dry run with the own secret of a shop', () => {
  const tryIt = async (parameters: Record<string, string>) => {
    const response = await fetch(`${shop.origin}/postback/dry-run?${new URLSearchParams(parameters)}`)
    return { status: response.status, ...((await response.json()) as { result: string; reason: string | null }) }
  }

  test('answers what the postback would get, and writes nothing', async () => {
    const order = { token, click_id: await fixtures.makeClick(), order_id: nextOrder(), amount: '10' }
    const before = await readState(ownerDb, [])
    expect(await tryIt(order)).toMatchObject({ status: 200, result: 'recorded', reason: null })
    expect(await tryIt({ ...order, amount: 'ten' })).toMatchObject({ status: 422, reason: 'malformed_amount' })
    expect(await tryIt({ ...order, token: 'nobody' })).toMatchObject({ status: 401, reason: 'unknown_token' })
    expect(await tryIt({ order_id: '1' })).toMatchObject({ status: 401, reason: 'missing_token' })
    expect(await readState(ownerDb, [])).toBe(before)
  })

  test('is refused too often in a minute, while its postbacks are not', async () => {
    const order = { token, click_id: await fixtures.makeClick(), order_id: nextOrder(), amount: '10' }
    const answers = await Promise.all(Array.from({ length: 70 }, () => tryIt(order)))
    expect(answers.some(({ status, reason }) => status === 429 && reason === 'too_many_dry_runs')).toBe(true)
    expect((await shop.send(order)).result).toBe('recorded')
  })
})
