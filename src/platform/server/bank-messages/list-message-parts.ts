import { listBankBookings } from './camt.ts'
import type { BankBooking } from './camt.ts'
import { listPaymentStatuses } from './pain002.ts'
import type { PaymentStatus } from './pain002.ts'
import { UnreadableXml, readXml } from './xml.ts'

/** A part of a message: bookings of a statement or a notification, or the answers of a status report. */
export type BankMessagePart =
  | { bookings: BankBooking[]; statuses?: undefined }
  | { statuses: PaymentStatus[]; bookings?: undefined }

/** How many bookings or statuses a part has: few enough to be handed over without a delay of requests. */
const PART_SIZE = 200
/** The most bookings, payments of bookings and statuses of a file: five times what can be recorded of one. */
const MAX_ITEMS = 50_000

/** Lists the parts of a message: at least one, or none for other XML. Throws `UnreadableXml`. */
export function* listMessageParts(bytes: Uint8Array): Generator<BankMessagePart> {
  const root = readXml(bytes)
  const statuses = listPaymentStatuses(root)
  const bookings = statuses ? undefined : listBankBookings(root)
  const payments = bookings?.reduce((sum, { details }) => sum + details.length, bookings.length) ?? 0
  if (payments + (statuses?.length ?? 0) > MAX_ITEMS) throw new UnreadableXml('too_complex')
  if (statuses) for (const part of divide(statuses)) yield { statuses: part }
  if (bookings) for (const part of divide(bookings)) yield { bookings: part }
}

/** Divides a list into parts: at least one, which is empty for an empty list. */
function* divide<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let start = 0; start === 0 || start < items.length; start += PART_SIZE) {
    yield items.slice(start, start + PART_SIZE)
  }
}
