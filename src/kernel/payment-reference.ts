const REFERENCE = /\bBRAND[-\s]?0*([1-9]\d{0,17})\b/giu

/** Writes the reference by which the network knows the transfers of an advertiser that name no invoice: `BRAND-12`. */
export function formatPaymentReference(advertiserId: bigint | number): string {
  return `BRAND-${advertiserId}`
}

/** Finds the advertisers whose payment references stand in a text. Each occurs once. */
export function findPaymentReferences(text: string): bigint[] {
  return [...new Set([...text.matchAll(REFERENCE)].map(([, digits = '']) => BigInt(digits)))]
}
