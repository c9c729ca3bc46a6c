import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { TextAreaField } from '#ui/fields.tsx'
import { ANSWER_DAYS } from '#domains/programmes/programs/rules.ts'
import type { JoinRequestDetail } from '../contract/requests.ts'
import { MAX_MEMBERSHIP_TEXT } from '../rules/vocabulary.ts'
import { ReasonField } from './reason-field.tsx'

interface RequestActionsProps {
  detail: JoinRequestDetail
  answer: IntentAnswer | undefined
}

/** What an advertiser can do about a join request: approve it, reject it with a reason, or ask. */
export function RequestActions({ detail: { request, decisions }, answer }: RequestActionsProps) {
  const t = useTexts('memberships')
  const { publisher_name: publisher } = request
  return (
    <>
      {decisions.includes('approve') && (
        <ConfirmAction
          act="approve"
          label={t('requests.approve')}
          title={t('requests.approveTitle', { publisher })}
          text={t('requests.approveText')}
          confirmLabel={t('requests.approve')}
          intent="approve"
          result={answerTo(answer, 'approve')}
        />
      )}
      {decisions.includes('decline') && (
        <ConfirmAction
          act="reject"
          tone="bad"
          label={t('requests.reject')}
          title={t('requests.rejectTitle', { publisher })}
          text={t('requests.rejectText')}
          confirmLabel={t('requests.reject')}
          intent="decline"
          result={answerTo(answer, 'decline')}
        >
          <ReasonField />
        </ConfirmAction>
      )}
      {request.due_at !== null && request.asked_at === null && (
        <ConfirmAction
          act="ask"
          variant="default"
          label={t('requests.ask')}
          title={t('requests.askTitle', { publisher })}
          text={t('requests.askText', { days: ANSWER_DAYS })}
          confirmLabel={t('requests.ask')}
          intent="ask"
          result={answerTo(answer, 'ask')}
        >
          <TextAreaField
            name="question"
            label={t('requests.question')}
            maxLength={MAX_MEMBERSHIP_TEXT}
            required
            data-autofocus
          />
        </ConfirmAction>
      )}
    </>
  )
}
