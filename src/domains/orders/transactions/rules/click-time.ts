import { uuid7Time } from '#kernel/uuid7.ts'
import type { Attribution } from '../contract/vocabulary.ts'

interface CreditedOrder {
  attribution: Attribution
  clickId: string | null
  clickedAt: Date
}

/** Gets the time of the click of an order; undefined without one. An order by claim counts at another time. */
export function getClickTime({ attribution, clickId, clickedAt }: CreditedOrder): Date | undefined {
  if (clickId === null) return undefined
  return attribution === 'claim' ? new Date(uuid7Time(clickId)) : clickedAt
}
