import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import type { QueuedForm } from '../contract.ts'

/** The legal details that an operator compares with a tax form. */
export function QueuedDetails({ form: { details, country_name: countryName } }: { form: QueuedForm }) {
  const t = useTexts('taxes')
  if (details === null) return t('operator.noDetails')
  const { legal_name: name, kind, address, zip_code: zipCode, vat_id: vatId } = details
  const lines = [
    t(`details.${kind}`),
    address,
    zipCode,
    countryName,
    vatId === '' ? '' : t('operator.vat', { id: vatId }),
  ]
  return <CellText details={[lines.filter((line) => line !== '').join(', ')]}>{name}</CellText>
}
