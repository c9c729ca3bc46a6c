const PREFIX = 'INV-'
const NUMBER = /\bINV[-\s]?0*([1-9]\d{0,8})\b/giu

/** Writes the number of an invoice as readers and banks see it: `INV-00012`. */
export function formatInvoiceNumber(number: number): string {
  return `${PREFIX}${String(number).padStart(5, '0')}`
}

/** Finds the numbers of invoices in a text, such as the reference of a transfer. Each occurs once. */
export function findInvoiceNumbers(text: string): number[] {
  return [...new Set([...text.matchAll(NUMBER)].map(([, digits]) => Number(digits)))]
}
