import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import { FieldGrid } from '#ui/field-grid.tsx'
import { TextAreaField, TextField } from '#ui/fields.tsx'
import { SelectField } from '#ui/select-field.tsx'
import type { OrderTermsView, TermsView } from '../contract/program.ts'
import { COUPON_RULES, FEE_BASES, VALIDATION_ENDS } from '../rules.ts'

interface FieldsProps<T> {
  /** The newest version, whose values the fields start with. */
  latest: T | undefined
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
function NumberField({ value, inputMode = 'numeric', ...field }: NumberFieldProps) {
  return <TextField {...field} inputMode={inputMode} defaultValue={String(value)} required />
}

/** Fields for what terms say about all orders. The children, such as a beginning, stand beside the days. */
export function OrderTermsFields({ latest, children }: FieldsProps<OrderTermsView> & { children?: ReactNode }) {
  const t = useTexts('programs')
  return (
    <>
      <FieldGrid minWidth="10rem">
        <NumberField
          name="window_days"
          label={t('terms.windowDays')}
          description={t('terms.windowHint')}
          value={latest?.window_days ?? 30}
        />
        <NumberField
          name="validation_days"
          label={t('terms.validationDays')}
          description={t('terms.validationHint')}
          value={latest?.validation_days ?? 30}
        />
        {children}
      </FieldGrid>
      <ValidationFields latest={latest} />
      <SelectField
        name="coupon_rule"
        label={t('terms.couponRule')}
        description={t('terms.couponHint')}
        data={COUPON_RULES.map((value) => ({ value, label: t(`couponRule.${value}`) }))}
        defaultValue={latest?.coupon_rule ?? 'never'}
      />
    </>
  )
}

/** Fields for the end of the validation period and for extensions. A hold asks for what publishers read of it. */
function ValidationFields({ latest }: FieldsProps<OrderTermsView>) {
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
export function OperatorFields({ latest }: FieldsProps<TermsView>) {
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
