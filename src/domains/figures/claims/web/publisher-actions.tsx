import { MAX_STORED_FILE_BYTES, MEDIA_TYPES } from '#domains/people/files/contract.ts'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { TextAreaField } from '#ui/fields.tsx'
import { FileField } from '#ui/file-field.tsx'
import { storeClaimFileCall } from '../contract/calls.ts'
import type { ClaimDetail } from '../contract/claim.ts'
import { CLAIM_CLOCK_DAYS, MAX_CLAIM_TEXT } from '../rules.ts'

interface ActionsProps {
  claim: ClaimDetail
  answer: IntentAnswer | undefined
}

/** What a publisher can do with its claim: contradict the answer, send evidence, or withdraw it. */
export function PublisherActions({ claim, answer }: ActionsProps) {
  const t = useTexts('claims')
  const fields = { sequence: claim.sequence }
  return (
    <>
      {claim.status === 'waiting' && (
        <ConfirmAction
          tone="bad"
          label={t('act.withdraw')}
          title={t('act.withdrawTitle')}
          text={t('act.withdrawText')}
          confirmLabel={t('act.withdraw')}
          intent="withdraw"
          fields={fields}
          result={answerTo(answer, 'withdraw')}
        />
      )}
      {claim.evidence_until !== null && (
        <ConfirmAction
          label={t('act.evidence')}
          title={t('act.evidenceTitle')}
          text={t('act.evidenceText')}
          confirmLabel={t('act.evidence')}
          intent="evidence"
          fields={fields}
          result={answerTo(answer, 'evidence')}
        >
          <TextAreaField name="text" label={t('act.evidenceNote')} maxLength={MAX_CLAIM_TEXT} required />
          <ClaimFileField isOptional />
        </ConfirmAction>
      )}
      {claim.may_insist && (
        <ConfirmAction
          label={t('act.insist')}
          title={t('act.insistTitle')}
          text={t('act.insistText', { days: CLAIM_CLOCK_DAYS })}
          confirmLabel={t('act.insist')}
          intent="insist"
          fields={fields}
          result={answerTo(answer, 'insist')}
        >
          <TextAreaField name="text" label={t('act.insistNote')} maxLength={MAX_CLAIM_TEXT} required />
          <ClaimFileField />
        </ConfirmAction>
      )}
    </>
  )
}

/** A field for a file that supports a claim. */
export function ClaimFileField({ isOptional = false }: { isOptional?: boolean }) {
  const t = useTexts('claims')
  return (
    <FileField
      endpoint={storeClaimFileCall}
      accept={MEDIA_TYPES}
      label={t('form.file')}
      description={t('form.fileHint', { megabytes: MAX_STORED_FILE_BYTES / 1024 ** 2 })}
      isOptional={isOptional}
    />
  )
}
