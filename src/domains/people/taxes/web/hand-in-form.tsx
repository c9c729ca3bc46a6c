import { MAX_STORED_FILE_BYTES, MEDIA_TYPES } from '#domains/people/files/contract.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { TextField } from '#ui/fields.tsx'
import { FileField } from '#ui/file-field.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import type { ActionResult } from '#ui/form.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { uploadTaxFormCall } from '../contract.ts'
import type { LegalView } from '../contract.ts'

interface HandInFormProps {
  admitted: LegalView['tax']['admitted']
  result: ActionResult
}

/** The form that hands a tax form in. Its file is stored when it is chosen. */
export function HandInForm({ admitted, result }: HandInFormProps) {
  const t = useTexts('taxes')
  return (
    <ActionForm intent="submitTaxForm" result={result}>
      <SelectField
        name="form"
        label={t('form.which')}
        data={[...admitted]}
        defaultValue={admitted[0] ?? null}
        allowDeselect={false}
      />
      <TextField type="date" name="signed_on" label={t('form.signedOn')} required />
      <FileField
        endpoint={uploadTaxFormCall}
        accept={MEDIA_TYPES}
        label={t('form.file')}
        description={t('form.fileHint', { megabytes: MAX_STORED_FILE_BYTES / 1024 ** 2 })}
      />
      <SubmitButton>{t('form.submit')}</SubmitButton>
    </ActionForm>
  )
}
