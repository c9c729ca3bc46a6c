import type { BankBooking, BankDetail } from '#platform/server/bank-messages/camt.ts'
import { join } from '#platform/server/bank-messages/camt.ts'
import type { Amount } from '#kernel/money.ts'

/** A part of a booking: its payer, text and amount. The amounts of the parts are together that of the booking. */
export interface BookingPart {
  /** What the bank calls the part, if it does. */
  reference: string
  amount: Amount
  payer: string
  text: string
  /** What the payments of a booking that is not divided say, each for itself. */
  details: readonly string[]
  /** Whether the payments in it do not add up to it, so that nobody can tell whose each cent is. */
  isUnexplained: boolean
  isReturn: boolean
}

/**
 * Divides a booking into its payments. Their amounts, or these less what the bank kept of each, have to be together the
 * amount that was booked. Payments in other currencies divide nothing; whose the whole is, they can still say.
 */
export function divideBooking(booking: BankBooking, amount: Amount): BookingPart[] {
  const { details, currency, direction, count = details.length } = booking
  const whole = {
    reference: '',
    amount,
    payer: details.find(({ counterparty }) => counterparty !== '')?.counterparty ?? '',
    text: join([...details.map(({ text }) => text), booking.text]).slice(0, 500),
    details: [],
    isUnexplained: false,
    isReturn: details.some(({ returnReason }) => returnReason !== ''),
  }
  if (details.length <= 1 && count <= 1) return [whole]
  const said = details.filter((detail) => detail.amount !== undefined && detail.currency === currency)
  const isForeign = said.length === 0 && details.length === count
  if (isForeign) return [{ ...whole, details: details.map(({ text }) => text) }]
  const amounts = [toGross, toNet]
    .map((toAmount) => details.map(toAmount))
    .find((each) => each.every((part) => part > 0n) && each.reduce((sum, part) => sum + part, 0n) === amount)
  const isOneWay = details.every((detail) => detail.direction === direction)
  if (!amounts || !isOneWay || said.length < details.length || details.length < count) {
    return [{ ...whole, isUnexplained: true }]
  }
  return details.map((detail, index) => ({
    ...whole,
    reference: detail.reference,
    amount: amounts[index] ?? 0n,
    payer: detail.counterparty,
    text: join([detail.text, booking.text]).slice(0, 500),
    isReturn: detail.returnReason !== '',
  }))
}

const toGross = ({ amount = 0n }: BankDetail): Amount => amount
const toNet = ({ amount = 0n, charges }: BankDetail): Amount => (charges === undefined ? 0n : amount - charges)
