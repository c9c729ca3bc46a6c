import { expect } from '@playwright/test'
import { userAgent } from './user-agent.ts'

/** Follows a tracking link as the browser of a visitor does, but opens no page; returns the click id of the shop. */
export async function followLink(link: string): Promise<string> {
  const { headers } = await fetch(link, { redirect: 'manual', headers: { 'User-Agent': userAgent } })
  const clickId = new URL(headers.get('location') ?? '').searchParams.get('click_id')
  if (clickId === null) throw new Error(`The click does not count: ${headers.get('location')}`)
  return clickId
}

/** An order as a shop reports it, worth 100 USD. */
interface Order {
  networkUrl: string
  token: string
  clickId: string
  orderId: string
  /** Its parts, as `GROUP:AMOUNT|GROUP:AMOUNT`. */
  items?: string
}

/** Reports an order from server to server, as the shop does, and expects that it is recorded. */
export async function reportOrder({ networkUrl, clickId, orderId, token, items = '' }: Order): Promise<void> {
  const order = { token, click_id: clickId, order_id: orderId, amount: '100.00', currency: 'USD', items }
  const reply = await fetch(`${networkUrl}/postback`, { method: 'POST', body: new URLSearchParams(order) })
  expect(await reply.json()).toMatchObject({ result: 'recorded' })
}
