/** The currencies of ISO 4217 whose minor unit is not a hundredth of the unit, by its decimals. */
const CODES_BY_DIGITS: readonly (readonly [digits: number, codes: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
]

/**
 * Gets the number of decimals of a currency's minor unit: 0 for JPY, 2 for USD, 3 for KWD. The lists of `Intl` differ
 * from ISO 4217 for some, such as IQD and IDR.
 */
export function getMinorDigits(currency: string): number {
  return CODES_BY_DIGITS.find(([, codes]) => codes.split(' ').includes(currency))?.[0] ?? 2
}
