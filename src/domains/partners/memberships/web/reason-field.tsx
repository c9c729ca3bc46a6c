import { useTexts } from '#platform/web/texts.tsx'
import { TextAreaField } from '#ui/fields.tsx'
import { MAX_MEMBERSHIP_TEXT } from '../rules/vocabulary.ts'

/** Why an advertiser rejects or suspends a publisher; the publisher reads it. */
export function ReasonField() {
  const t = useTexts('memberships')
  return (
    <TextAreaField
      name="reason"
      label={t('requests.reason')}
      description={t('requests.reasonHint')}
      maxLength={MAX_MEMBERSHIP_TEXT}
      required
      data-autofocus
    />
  )
}
