import { formatAmount, parseAmount } from '#kernel/money.ts'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { TextAreaField, TextField } from '#ui/fields.tsx'
import { SelectField } from '#ui/select-field.tsx'
import type { ClaimDetail } from '../contract/claim.ts'
import { EVIDENCE_DAYS, MAX_CLAIM_TEXT, REFUSAL_REASONS } from '../rules.ts'

interface ActionsProps {
  claim: ClaimDetail
  answer: IntentAnswer | undefined
}

/** The decisions of a brand about a claim that waits. */
export function AdvertiserActions({ claim, answer }: ActionsProps) {
  const t = useTexts('claims')
  const fields = { sequence: claim.sequence }
  if (claim.status !== 'waiting') return null
  return (
    <>
      {claim.may_ask && (
        <ConfirmAction
          variant="default"
          label={t('act.ask')}
          title={t('act.askTitle')}
          text={t('act.askText', { days: EVIDENCE_DAYS })}
          confirmLabel={t('act.ask')}
          intent="ask"
          fields={fields}
          result={answerTo(answer, 'ask')}
        >
          <TextAreaField name="note" label={t('act.askNote')} maxLength={MAX_CLAIM_TEXT} required data-autofocus />
        </ConfirmAction>
      )}
      <ConfirmAction
        tone="bad"
        label={t('act.refuse')}
        title={t('act.refuseTitle')}
        text={t('act.refuseText')}
        confirmLabel={t('act.refuse')}
        intent="refuse"
        fields={fields}
        result={answerTo(answer, 'refuse')}
      >
        <SelectField
          name="reason"
          label={t('act.reason')}
          data={REFUSAL_REASONS.map((value) => ({ value, label: t(`reason.${value}`) }))}
          required
        />
        <TextAreaField name="note" label={t('act.refuseNote')} maxLength={MAX_CLAIM_TEXT} required />
      </ConfirmAction>
      <AcceptAction claim={claim} answer={answer} />
    </>
  )
}

function AcceptAction({ claim, answer }: ActionsProps) {
  const t = useTexts('claims')
  const { currency, order_id: order, publisher_name: publisher } = claim
  return (
    <ConfirmAction
      label={t('act.accept')}
      title={t('act.acceptTitle', { order })}
      text={t('act.acceptText', { publisher })}
      confirmLabel={t('act.accept')}
      intent="accept"
      fields={{ sequence: claim.sequence }}
      result={answerTo(answer, 'accept')}
    >
      <TextField
        name="amount"
        label={t('act.amount', { currency })}
        description={t('act.amountHint')}
        defaultValue={toTyped(claim.amount)}
        inputMode="decimal"
        autoComplete="off"
      />
      <TextAreaField name="note" label={t('act.note')} description={t('act.noteHint')} maxLength={MAX_CLAIM_TEXT} />
    </ConfirmAction>
  )
}

/** An amount as a person types it: with two decimals if that is enough. */
function toTyped(text: string | null): string {
  const amount = text === null ? undefined : parseAmount(text)
  if (amount === undefined) return ''
  return formatAmount(amount, amount % 100n === 0n ? 2 : 4)
}
