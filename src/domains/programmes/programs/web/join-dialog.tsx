import { Suspense, lazy } from 'react'
import type { ReactNode } from 'react'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { Dialog } from '#ui/dialog.tsx'
import type { Merchant } from '../contract/merchant.ts'
import { joinsAtOnce } from './joins-at-once.ts'

const JoinForm = lazy(async () => ({ default: (await import('./join-form.tsx')).JoinForm }))

interface JoinDialogProps {
  /** The programme with its conditions; null keeps the dialog closed. */
  merchant: Merchant | null
  /** How far the programme is set up. */
  setup: ReactNode
  /** Further values that the form sends. */
  fields?: Readonly<Record<string, string>>
  onClose: () => void
  answer: IntentAnswer | undefined
}

/** Shows the conditions of a programme and joins it, at once or by a request that the brand reviews. */
export function JoinDialog({ merchant, onClose, ...props }: JoinDialogProps) {
  const t = useTexts('programs')
  return (
    <Dialog
      title={t(merchant && !joinsAtOnce(merchant) ? 'offers.askTitle' : 'offers.joinTitle', {
        name: merchant?.name ?? '',
      })}
      isOpen={merchant?.can_join === true}
      onClose={onClose}
      size="lg"
    >
      <Suspense>{merchant && <JoinForm {...props} merchant={merchant} onClose={onClose} />}</Suspense>
    </Dialog>
  )
}
