import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import { Dialog } from '#ui/dialog.tsx'

const DecisionFileForm = lazy(async () => ({
  default: (await import('./decision-file-form.tsx')).DecisionFileForm,
}))

/** Opens a dialog that decides the orders of a CSV file: it checks the file first and shows what would come of it. */
export function DecisionFileButton() {
  const t = useTexts('transactions')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconUpload size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {t('file.open')}
      </Button>
      <Dialog title={t('file.title')} isOpen={isOpen} onClose={() => setOpen(false)} size="lg">
        <DecisionFileForm />
      </Dialog>
    </>
  )
}
