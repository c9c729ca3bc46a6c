import { afterAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#kernel/days.ts'
import type { Refusal } from '#kernel/errors.ts'
import { readState } from '#test/support/access-network.ts'
import { testContext } from '#test/support/context.ts'
import { openPostbackFixtures } from '#test/support/postback-shop.ts'
import { replayPostback } from './commands/replay-postback.ts'
import { findPostback, listPostbacks } from './queries/list-postbacks.ts'

const { database, fixtures, shop, nextOrder, findTransaction, close } = await openPostbackFixtures()
const { db, ownerDb } = database
const { advertiserId } = fixtures

afterAll(close)

/** Sends a postback that is refused, and returns what it sent and its row. */
async function sendRefused(fault: Record<string, string> = { amount: '1,083.29' }) {
  const parameters = { click_id: await fixtures.makeClick(), order_id: nextOrder(), amount: '10', ...fault }
  expect(await shop.send(parameters)).toMatchObject({ result: 'rejected' })
  const { postbacks } = await listPostbacks(db, { advertiserId, result: 'rejected' }, { number: 1, size: 10 })
  const { id: postbackId = '' } = postbacks[0] ?? {}
  return { parameters, postbackId }
}

const replay = (postbackId: string, parameters: Record<string, string>, now = new Date()) =>
  replayPostback({ ...testContext(db), now }, fixtures.source, { advertiserId, postbackId, parameters })

const getCode = (error: unknown) => (error as Refusal).details.code

describe('a refused postback that is corrected', () => {
  test('is recorded as a postback of its own, with an audit line, and stays as it was', async () => {
    const { parameters, postbackId } = await sendRefused()
    const original = await findPostback(db, { advertiserId, postbackId })
    const { replay: made, isRepeated } = await replay(postbackId, { ...parameters, amount: '1083.29' })
    expect(isRepeated).toBe(false)
    expect(made).toMatchObject({ result: 'recorded', replayOf: postbackId, parameters: { amount: '1083.29' } })
    const transaction = await findTransaction(parameters.order_id)
    expect(transaction).toMatchObject({ id: made.transactionId, orderValue: 10_832_900n, channel: 'server' })
    expect(await findPostback(db, { advertiserId, postbackId })).toEqual({ ...original, replayedAs: made.id })
    const line = await ownerDb
      .selectFrom('auditLine')
      .selectAll()
      .where('target', '=', `postback:${made.id}`)
      .executeTakeFirst()
    expect(line).toMatchObject({
      action: 'postback.replay',
      actorName: 'test',
      details: { original: postbackId, changed: ['amount'], result: 'recorded' },
    })
  })

  test('is recorded once, pressed twice at once and again with another order id', async () => {
    const { parameters, postbackId } = await sendRefused()
    const fixed = { ...parameters, amount: '10' }
    const pressed = await Promise.all([replay(postbackId, fixed), replay(postbackId, fixed)])
    expect(pressed.filter(({ isRepeated }) => isRepeated)).toHaveLength(1)
    const again = await replay(postbackId, { ...fixed, order_id: nextOrder() })
    expect(new Set([...pressed, again].map(({ replay: { id } }) => id)).size).toBe(1)
  })

  test('never makes a second transaction of the same order', async () => {
    const first = await sendRefused()
    const second = await sendRefused({ order_id: first.parameters.order_id, amount: '1,0' })
    const { replay: recorded } = await replay(first.postbackId, { ...first.parameters, amount: '10' })
    const { replay: repeated } = await replay(second.postbackId, { ...second.parameters, amount: '10' })
    expect(repeated).toMatchObject({ result: 'duplicate', transactionId: recorded.transactionId })
  })

  test('is judged as of the time when it came', async () => {
    const { parameters, postbackId } = await sendRefused({ amount: '10,00' })
    const later = new Date(Date.now() + 40 * DAY_MS)
    const { replay: made } = await replay(postbackId, { ...parameters, amount: '10' }, later)
    expect(made).toMatchObject({ result: 'recorded', receivedAt: later })
  })

  test('records and decides its order with a status', async () => {
    const { parameters, postbackId } = await sendRefused()
    const { replay: made } = await replay(postbackId, { ...parameters, amount: '10', status: 'confirmed' })
    const { replayedAs } = (await findPostback(db, { advertiserId, postbackId })) ?? {}
    expect(made).toMatchObject({ id: replayedAs, result: 'recorded' })
    const { publisherId, id } = (await findTransaction(parameters.order_id)) ?? { publisherId: 0n, id: '' }
    const state = await db
      .selectFrom('transactionState')
      .select('status')
      .where('publisherId', '=', publisherId)
      .where('transactionId', '=', id)
      .executeTakeFirst()
    expect(state).toEqual({ status: 'CONFIRMED' })
  })

  test('changes nothing when it is refused again', async () => {
    const { parameters, postbackId } = await sendRefused()
    const before = await readState(ownerDb, [])
    const refuse = (fix: Record<string, string>) => replay(postbackId, { ...parameters, ...fix }).catch(getCode)
    expect(await refuse({})).toBe('postback.malformed_amount')
    expect(await refuse({ amount: '10', click_id: 'x' })).toBe('postback.forged_click_id')
    expect(await refuse({ amount: '10', test: '1' })).toBe('postback.test')
    expect(await refuse({ amount: '10', click_id: fixtures.issueTestClick() })).toBe('postback.test')
    expect(await readState(ownerDb, [])).toBe(before)
  })

  test('has to be refused, and be one of the advertiser', async () => {
    const order = { click_id: await fixtures.makeClick(), order_id: nextOrder(), amount: '10' }
    await shop.send(order)
    const { postbacks } = await listPostbacks(db, { advertiserId, result: 'recorded' }, { number: 1, size: 10 })
    expect(await replay(postbacks[0]?.id ?? '', order).catch(getCode)).toBe('replay.not_refused')
    const { parameters, postbackId } = await sendRefused()
    const other = { advertiserId: fixtures.otherAdvertiser.advertiserId, postbackId, parameters }
    expect(await replayPostback(testContext(db), fixtures.source, other).catch(getCode)).toBe('not_found')
  })
})

test('the last postbacks are filtered by result and channel, and counted', async () => {
  const { advertiserId: id, token } = fixtures.otherAdvertiser
  await shop.send({ token, click_id: 'x', order_id: '1', amount: '1' })
  await fetch(`${shop.origin}/p.gif?${new URLSearchParams({ token, click_id: 'x', order_id: '2', amount: '1' })}`)
  await fetch(`${shop.origin}/p.gif?${new URLSearchParams({ token, order_id: '3', amount: '1' })}`)
  const list = async (filter: Omit<Parameters<typeof listPostbacks>[1], 'advertiserId'>, size = 10) => {
    const { count, postbacks } = await listPostbacks(db, { advertiserId: id, ...filter }, { number: 1, size })
    return [count, ...postbacks.map(({ parameters }) => parameters?.['order_id'])]
  }
  expect(await list({})).toEqual([3, '3', '2', '1'])
  expect(await list({}, 2)).toEqual([3, '3', '2'])
  expect(await list({ channel: 'pixel' })).toEqual([2, '3', '2'])
  expect(await list({ channel: 'server', result: 'rejected' })).toEqual([1, '1'])
  expect(await list({ result: 'recorded' })).toEqual([0])
})
