import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import { Dialog } from '#ui/dialog.tsx'

const ImportRatesForm = lazy(async () => ({ default: (await import('./import-form.tsx')).ImportRatesForm }))

/** Opens a dialog that imports exchange rates from a CSV file. */
export function ImportRatesButton() {
  const t = useTexts('exchange-rates')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconUpload size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {t('import.open')}
      </Button>
      <Dialog title={t('import.title')} isOpen={isOpen} onClose={() => setOpen(false)} size="lg">
        <ImportRatesForm />
      </Dialog>
    </>
  )
}
