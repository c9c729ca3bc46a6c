import { setTimeout as sleep } from 'node:timers/promises'

/** An order that a shop reports. */
export interface ReportedOrder {
  orderId: string
  clickToken: string
}

/** An order whose postback was answered 2xx, so it has a transaction. */
export interface AnsweredOrder {
  orderId: string
  result: string
  transactionId: string
  attempts: number
}

const PARALLEL = 16
const PAUSE_MS = 50
/** After this time a shop asks again; no answer is lost by that. */
const TIMEOUT_MS = 15_000

/**
 * A shop that retries the postback of each order until it is answered 2xx, also while the network is killed and
 * restarted.
 */
export class OrderLoad {
  readonly answered: AnsweredOrder[] = []
  readonly #target: { url: string; token: string }

  constructor(target: { url: string; token: string }) {
    this.#target = target
  }

  async send(orders: readonly ReportedOrder[]): Promise<void> {
    const queue = orders.values()
    const sender = async () => {
      for (const order of queue) this.answered.push(await this.#sendUntilAnswered(order))
    }
    await Promise.all(Array.from({ length: PARALLEL }, sender))
  }

  async #sendUntilAnswered(order: ReportedOrder): Promise<AnsweredOrder> {
    for (let attempts = 1; ; attempts++) {
      const reply = await this.#sendOnce(order)
      if (reply !== undefined) return { orderId: order.orderId, ...reply, attempts }
      await sleep(PAUSE_MS)
    }
  }

  async #sendOnce({
    orderId,
    clickToken,
  }: ReportedOrder): Promise<{ result: string; transactionId: string } | undefined> {
    const parameters = { token: this.#target.token, click_id: clickToken, order_id: orderId, amount: '10.00' }
    try {
      const response = await fetch(`${this.#target.url}/postback`, {
        method: 'POST',
        body: new URLSearchParams(parameters),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (response.ok) {
        const reply = (await response.json()) as { result: string; transaction_id: string }
        return { result: reply.result, transactionId: reply.transaction_id }
      }
      await response.arrayBuffer()
      if (response.status < 500) throw new Error(`Order ${orderId} was answered ${response.status}`)
    } catch (error) {
      // The connection was refused, cut or timed out, because the network was killed.
      if (error instanceof Error && error.message.startsWith('Order ')) throw error
    }
    return undefined
  }
}
