import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import { Dialog } from '#ui/dialog.tsx'

const BankFileForm = lazy(async () => ({ default: (await import('./bank-file-form.tsx')).BankFileForm }))

/** Opens a dialog that records the payments of a bank file; it first shows what would come of it. */
export function BankFileButton() {
  const t = useTexts('bank')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button leftSection={<IconUpload size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {t('file.open')}
      </Button>
      <Dialog title={t('file.title')} isOpen={isOpen} onClose={() => setOpen(false)} size="xl">
        <BankFileForm />
      </Dialog>
    </>
  )
}
