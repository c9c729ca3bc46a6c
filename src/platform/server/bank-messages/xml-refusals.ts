import type { XmlFault } from './xml.ts'

/** The error codes of XML that cannot be read. */
export const XML_FAULT_CODES = {
  too_large: 'bank.too_large',
  too_complex: 'bank.too_complex',
  too_slow: 'bank.too_slow',
  encoding: 'bank.encoding',
  mislabelled: 'bank.mislabelled',
  entities: 'bank.entities',
  syntax: 'bank.syntax',
} as const satisfies Record<XmlFault, string>
