import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { RowActions } from '#ui/data-table.tsx'
import { TextAreaField } from '#ui/fields.tsx'
import { FormMessage } from '#ui/form.tsx'

interface OpeningActionsProps {
  advertiserId: number
  name: string
  answer: IntentAnswer | undefined
}

/** The operator's decisions about a programme that waits: open it, or give it back with a reason. */
export function OpeningActions({ advertiserId, name, answer }: OpeningActionsProps) {
  const t = useTexts('setup')
  const shared = { size: 'xs', fields: { advertiser_id: advertiserId } } as const
  return (
    <RowActions>
      <ConfirmAction
        {...shared}
        label={t('operator.approve')}
        title={t('operator.approveTitle', { name })}
        text={t('operator.approveText')}
        confirmLabel={t('operator.approve')}
        intent="approveOpening"
        result={answerTo(answer, 'approveOpening')}
      />
      <ConfirmAction
        {...shared}
        tone="bad"
        label={t('operator.decline')}
        title={t('operator.declineTitle', { name })}
        text={t('operator.declineText')}
        confirmLabel={t('operator.decline')}
        intent="declineOpening"
        result={answerTo(answer, 'declineOpening')}
      >
        <TextAreaField
          name="reason"
          label={t('operator.reason')}
          description={t('operator.reasonHint')}
          maxLength={1000}
          required
          data-autofocus
        />
      </ConfirmAction>
    </RowActions>
  )
}

const NOTICES = {
  approveOpening: 'doneApprove',
  declineOpening: 'doneDecline',
  openingPolicy: 'policySaved',
  confirmDomain: 'confirmed',
  skipTest: 'skipped',
  requireTest: 'unskipped',
} as const

/** Confirms what the operator did about a set-up. */
export function SetupNotice({ answer }: { answer: IntentAnswer | undefined }) {
  const t = useTexts('setup')
  const notice = answer?.ok ? NOTICES[answer.intent as keyof typeof NOTICES] : undefined
  return notice ? <FormMessage tone="good">{t(`operator.${notice}`)}</FormMessage> : null
}
