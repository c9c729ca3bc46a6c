import { useState } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import { FieldGrid } from '#ui/field-grid.tsx'
import { TextAreaField, TextField } from '#ui/fields.tsx'
import { SelectField } from '#ui/select-field.tsx'
import type { TermsView } from '../contract/program.ts'
import { FEE_BASES, VALIDATION_ENDS } from '../rules.ts'

interface FieldsProps {
  /** The newest version, whose values the fields start with. */
  latest: TermsView | undefined
}

interface NumberFieldProps {
  name: string
  label: string
  description: string
  /** The number that the field starts with. */
  value: number | string
  inputMode?: 'numeric' | 'decimal'
}

/** A field for a number that the terms need. */
export function NumberField({ value, inputMode = 'numeric', ...field }: NumberFieldProps) {
  return <TextField {...field} inputMode={inputMode} defaultValue={String(value)} required />
}

/** Fields for the end of the validation period and for extensions. A hold asks for what publishers read of it. */
export function ValidationFields({ latest }: FieldsProps) {
  const t = useTexts('programs')
  const [end, setEnd] = useState<string | null>(latest?.validation_end ?? 'confirm')
  return (
    <FieldGrid minWidth="10rem">
      <SelectField
        name="validation_end"
        label={t('terms.validationEnd')}
        description={t('terms.validationEndHint')}
        data={VALIDATION_ENDS.map((value) => ({ value, label: t(`validationEnd.${value}`) }))}
        value={end}
        onChange={setEnd}
      />
      {end === 'hold' && (
        <TextField
          name="hold_note"
          label={t('terms.holdNote')}
          description={t('terms.holdNoteHint')}
          defaultValue={latest?.hold_note ?? ''}
          maxLength={300}
          required
        />
      )}
      <NumberField
        name="max_extensions"
        label={t('terms.maxExtensions')}
        description={t('terms.maxExtensionsHint')}
        value={latest?.max_extensions ?? 1}
      />
      <NumberField
        name="extension_days"
        label={t('terms.extensionDays')}
        description={t('terms.extensionDaysHint')}
        value={latest?.extension_days ?? 14}
      />
    </FieldGrid>
  )
}

/** Fields of operators: the fee of the network on confirmed orders, and the reason for a change without notice. */
export function OperatorFields({ latest }: FieldsProps) {
  const t = useTexts('programs')
  return (
    <>
      <FieldGrid minWidth="10rem">
        <NumberField
          name="fee_percent"
          label={t('terms.fee')}
          description={t('terms.feeHint')}
          inputMode="decimal"
          value={latest?.fee_percent ?? '0'}
        />
        <SelectField
          name="fee_basis"
          label={t('terms.feeBasis')}
          description={t('terms.feeBasisHint')}
          data={FEE_BASES.map((value) => ({ value, label: t(`feeBasis.${value}`) }))}
          defaultValue={latest?.fee_basis ?? 'commission'}
        />
      </FieldGrid>
      {latest && (
        <TextAreaField
          name="no_notice_reason"
          label={t('terms.noNoticeReason')}
          description={t('terms.noNoticeHint')}
          maxLength={500}
        />
      )}
    </>
  )
}
