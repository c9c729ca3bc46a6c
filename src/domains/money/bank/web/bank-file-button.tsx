import { IconUpload } from '@tabler/icons-react'
import { lazy } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import { DialogButton } from '#ui/dialog-button.tsx'

const BankFileForm = lazy(async () => ({ default: (await import('./bank-file-form.tsx')).BankFileForm }))

/** Opens a dialog that records the payments of a bank file; it first shows what would come of it. */
export function BankFileButton() {
  const t = useTexts('bank')
  const look = { variant: 'filled', leftSection: <IconUpload size={18} aria-hidden /> }
  return (
    <DialogButton label={t('file.open')} look={look} size="xl">
      <BankFileForm />
    </DialogButton>
  )
}
