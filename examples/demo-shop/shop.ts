import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { renderCatalogue, renderProduct, renderThanks } from './pages.ts'
import type { Product } from './pages.ts'

/**
 * A minimal shop of an advertiser. It stores the click id of a visitor who arrived by a tracking link, and reports the
 * order to the network from server to server. It retries until the network has answered.
 *
 * SHOP_PORT=4010 TANDEM_URL=http://localhost:3000 POSTBACK_TOKEN=… node examples/demo-shop/shop.ts
 */
const settings = {
  port: Number(process.env.SHOP_PORT ?? 4010),
  networkUrl: process.env.TANDEM_URL ?? 'http://localhost:3000',
  token: process.env.POSTBACK_TOKEN ?? '',
}

const products: readonly Product[] = [
  { slug: 'morning-oolong', name: 'Morning Oolong', text: 'Half-fermented, floral, wakes you gently.', price: '24.50' },
  {
    slug: 'cast-iron-kettle',
    name: 'Cast Iron Kettle',
    text: 'Holds nine cups and the heat of an hour.',
    price: '89.00',
  },
  { slug: 'bamboo-whisk', name: 'Bamboo Whisk', text: 'Cut from one piece, eighty tines.', price: '18.25' },
]

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`)
    response.writeHead(500).end('The shop has a problem.')
  })
})
server.listen(settings.port, '127.0.0.1', () => process.stdout.write(`Shop: http://localhost:${settings.port}\n`))
process.once('SIGTERM', () => server.close())

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', `http://localhost:${settings.port}`)
  rememberClick(url, response)
  const product = products.find(({ slug }) => url.pathname === `/products/${slug}`)
  if (url.pathname === '/' && request.method === 'GET') return sendPage(response, renderCatalogue(products))
  if (product && request.method === 'GET') return sendPage(response, renderProduct(product))
  if (product && request.method === 'POST') {
    request.resume()
    const orderId = `T-${randomBytes(5).toString('hex').toUpperCase()}`
    const reported = await reportOrder({ orderId, amount: product.price, clickId: readClick(request) })
    return sendPage(response, renderThanks({ product, orderId, reported }))
  }
  response.writeHead(404).end('There is no such page in this shop.')
}

// The landing address contains the click id; a first-party cookie stores it until the order.
function rememberClick(url: URL, response: ServerResponse): void {
  const clickId = url.searchParams.get('click_id')
  if (clickId && /^[\w-]{10,200}$/.test(clickId)) {
    response.setHeader('Set-Cookie', `click_id=${clickId}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax`)
  }
}

function readClick(request: IncomingMessage): string | undefined {
  return /(?:^|;\s*)click_id=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1]
}

interface Order {
  orderId: string
  amount: string
  clickId: string | undefined
}

const ATTEMPTS = 5

// The network records an order only once, so the shop retries until it gets a final answer.
async function reportOrder(order: Order): Promise<string> {
  if (order.clickId === undefined) return 'not referred'
  const body = new URLSearchParams({
    token: settings.token,
    click_id: order.clickId,
    order_id: order.orderId,
    amount: order.amount,
    currency: 'USD',
  })
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const reply = await fetch(`${settings.networkUrl}/postback`, { method: 'POST', body }).catch(() => undefined)
    if (reply && reply.status < 500) {
      const { result, reason } = (await reply.json()) as { result: string; reason: string | null }
      return reason ? `${result} (${reason})` : result
    }
    await new Promise((resolve) => setTimeout(resolve, attempt * 500))
  }
  return 'not reported yet'
}

function sendPage(response: ServerResponse, html: string): void {
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }).end(html)
}
