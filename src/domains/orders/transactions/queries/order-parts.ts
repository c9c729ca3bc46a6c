import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { getSubIdSlot, isOrderDimension } from '../contract/vocabulary.ts'
import type { OrderDimension, PartDimension } from '../contract/vocabulary.ts'
import { CLICK_OF_ORDER, DIMENSION_VALUES } from './order-dimensions.ts'
import { selectLabelled } from './order-labels.ts'
import type { LabelledDays } from './order-labels.ts'

/**
 * The orders that a row of a report counts; the empty value is that of orders that are not counted alone, for a sub id
 * that of orders without one.
 */
export interface OrderPart {
  dimension: PartDimension
  value: string
}

/** The condition that the order of a state `s` is one of a part. Those of labelled days are found first. */
export function isOfPart({ dimension, value }: OrderPart, labelled?: LabelledDays): RawBuilder<boolean> {
  if (dimension === 'group') return isOfGroup(value)
  if (isOrderDimension(dimension)) {
    const isValued = hasValue(dimension, value)
    if (!labelled) return sql<boolean>`${isCountedOn(dimension, value)} AND ${isValued}`
    const found = selectLabelled({ dimension, value }, labelled)
    return sql<boolean>`(s.publisher_id, s.transaction_id) IN (SELECT * FROM (${found} OFFSET 0) AS found)
      AND ${orderDay} = ANY (${labelled.days}::date[]) AND ${isValued}`
  }
  return hasSubId(getSubIdSlot(dimension), value)
}

/** Whether the publisher is in a group of the programme now, or in none. */
function isOfGroup(value: string): RawBuilder<boolean> {
  const ofGroup = value === '' ? sql`true` : sql`member.group_id::text = ${value}`
  const isMember = sql`s.publisher_id IN (
    SELECT member.publisher_id FROM publisher_group_member AS member
    JOIN publisher_group AS named ON named.id = member.group_id JOIN program ON program.id = named.program_id
    WHERE program.advertiser_id = s.advertiser_id AND ${ofGroup}
  )`
  return value === '' ? sql<boolean>`NOT ${isMember}` : sql<boolean>`${isMember}`
}

const orderDay = sql`(s.transaction_at AT TIME ZONE 'UTC')::date`

/** Whether the roll-up counts an order with a value: in the row of the value, or in that of the empty one. */
function hasValue(dimension: OrderDimension, value: string): RawBuilder<boolean> {
  const own = DIMENSION_VALUES[dimension]
  const isRest = sql`(coalesce(${own}, '') = '' OR NOT ${isAlone(dimension, own)})`
  return sql<boolean>`EXISTS (
    SELECT FROM transaction AS sold ${CLICK_OF_ORDER}
    WHERE sold.publisher_id = s.publisher_id AND sold.id = s.transaction_id
      AND ${value === '' ? isRest : sql`${own} = ${value}`}
  )`
}

/** Whether the day of the order has orders of the value, so that the orders of other days need not be read. */
function isCountedOn(dimension: OrderDimension, value: string): RawBuilder<boolean> {
  return sql`(s.advertiser_id, ${orderDay}) IN (
    SELECT advertiser_id, day FROM rollup_order WHERE dimension = ${dimension} AND value = ${value}
  )`
}

function isAlone(dimension: OrderDimension, own: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`EXISTS (
    SELECT FROM rollup_order AS counted WHERE counted.advertiser_id = s.advertiser_id
      AND counted.dimension = ${dimension} AND counted.day = ${orderDay} AND counted.value = ${own}
  )`
}

/** Whether the order has a sub id, or with the empty value none. */
function hasSubId(slot: number, value: string): RawBuilder<boolean> {
  const own = sql.ref(`sold.sub${slot}`)
  return sql<boolean>`EXISTS (
    SELECT FROM transaction AS sold WHERE sold.publisher_id = s.publisher_id AND sold.id = s.transaction_id
      AND ${value === '' ? sql`${own} IS NULL` : sql`${own} = ${value}`}
  )`
}
