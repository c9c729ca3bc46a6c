import { IconUpload } from '@tabler/icons-react'
import { lazy } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import { DialogButton } from '#ui/dialog-button.tsx'

const ImportPromotionsForm = lazy(async () => ({ default: (await import('./import-form.tsx')).ImportPromotionsForm }))

/** Opens a dialog that imports promotions from a CSV file. */
export function ImportButton({ advertiserId }: { advertiserId: number }) {
  const t = useTexts('promotions')
  const look = { leftSection: <IconUpload size={18} aria-hidden /> }
  return (
    <DialogButton label={t('import.open')} title={t('import.title')} look={look} size="lg">
      <ImportPromotionsForm advertiserId={advertiserId} />
    </DialogButton>
  )
}
