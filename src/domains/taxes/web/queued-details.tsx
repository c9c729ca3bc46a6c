import { useLocale } from 'use-intl'
import { getCountryName } from '#kernel/lists/countries.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import type { LegalDetails } from '../contract.ts'

/** The legal details that an operator compares with a tax form. */
export function QueuedDetails({ details }: { details: LegalDetails | null }) {
  const t = useTexts('taxes')
  const locale = useLocale()
  if (details === null) return t('operator.noDetails')
  const { legal_name: name, kind, address, zip_code: zipCode, country, vat_id: vatId } = details
  const lines = [
    t(`details.${kind}`),
    address,
    zipCode,
    country === '' ? '' : getCountryName(country, locale),
    vatId === '' ? '' : t('operator.vat', { id: vatId }),
  ]
  return <CellText details={[lines.filter((line) => line !== '').join(', ')]}>{name}</CellText>
}
