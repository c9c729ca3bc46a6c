import { IconUpload } from '@tabler/icons-react'
import { lazy } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import { DialogButton } from '#ui/dialog-button.tsx'

const ImportRatesForm = lazy(async () => ({ default: (await import('./import-form.tsx')).ImportRatesForm }))

/** Opens a dialog that imports exchange rates from a CSV file. */
export function ImportRatesButton() {
  const t = useTexts('exchange-rates')
  const look = { leftSection: <IconUpload size={18} aria-hidden /> }
  return (
    <DialogButton label={t('import.open')} title={t('import.title')} look={look} size="lg">
      <ImportRatesForm />
    </DialogButton>
  )
}
