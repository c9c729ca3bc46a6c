import { MEDIA_TYPES } from '#domains/people/files/contract.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { FileField } from '#ui/file-field.tsx'
import { storeEvidenceCall } from '../contract/decisions.ts'

/** A field for a file that supports a decision. */
export function EvidenceField() {
  const t = useTexts('transactions')
  return (
    <FileField
      endpoint={storeEvidenceCall}
      accept={MEDIA_TYPES}
      label={t('review.evidenceFile')}
      description={t('review.evidenceFileHint')}
      isOptional
    />
  )
}
