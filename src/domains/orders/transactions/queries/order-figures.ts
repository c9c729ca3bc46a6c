import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * The figures of orders that roll-ups count, from their states `state`. Cancelled orders have their own count and no
 * amounts.
 */
export const ORDER_FIGURES = {
  transactions: sql`count(*) FILTER (WHERE state.status <> 'CANCELLED')`,
  cancelled_transactions: sql`count(*) FILTER (WHERE state.status = 'CANCELLED')`,
  order_value: sql`coalesce(sum(state.order_value) FILTER (WHERE state.status <> 'CANCELLED'), 0)::bigint`,
  commission: sql`coalesce(sum(state.commission) FILTER (WHERE state.status <> 'CANCELLED'), 0)::bigint`,
  confirmed_transactions: sql`count(*) FILTER (WHERE state.status = 'CONFIRMED')`,
  confirmed_order_value: sql`coalesce(sum(state.order_value) FILTER (WHERE state.status = 'CONFIRMED'), 0)::bigint`,
  confirmed_commission: sql`coalesce(sum(state.commission) FILTER (WHERE state.status = 'CONFIRMED'), 0)::bigint`,
  // An order has no fee before it is confirmed.
  fee: sql`sum(state.fee)::bigint`,
} as const satisfies Record<string, RawBuilder<unknown>>

/** The columns of roll-ups that count orders, in the order of `ORDER_FIGURES`. */
export const ORDER_COLUMNS = Object.keys(ORDER_FIGURES) as (keyof typeof ORDER_FIGURES)[]

/** The figures of a group of states `state`, named as their columns. */
export const orderFigures = sql.join(ORDER_COLUMNS.map((column) => sql`${ORDER_FIGURES[column]} AS ${sql.id(column)}`))
