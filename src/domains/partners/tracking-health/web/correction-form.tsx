import { useTexts } from '#platform/web/texts.tsx'
import { FieldGrid } from '#ui/field-grid.tsx'
import { TextField } from '#ui/fields.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import type { ActionResult } from '#ui/form.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { PARAMETER_PREFIX } from '../rules/parameter-text.ts'

/** The parameters that a correction can add, unless the shop sent them under one of their other names. */
const COMMON = {
  click_id: ['click_id', 'clickid', 'transaction_id', 'txid', 'tid', 'cks'],
  order_id: ['order_id', 'ref', 'orderId', 'oid'],
  event: ['event'],
  amount: ['amount', 'payout', 'sum'],
  currency: ['currency', 'cr'],
  coupon: ['coupon', 'vc'],
} as const

type CommonName = keyof typeof COMMON

interface CorrectionFormProps {
  /** What the fields hold at first. */
  parameters: Record<string, string>
  result: ActionResult
}

/** The parameters of a postback to correct; it posts them for a check. */
export function CorrectionForm({ parameters, result }: CorrectionFormProps) {
  const t = useTexts('tracking-health')
  const common = Object.keys(COMMON) as CommonName[]
  const missing = common.filter((name) => !COMMON[name].some((each) => Object.hasOwn(parameters, each)))
  const labelOf = (name: string) => {
    const meant = common.find((each) => COMMON[each].some((alias) => alias === name))
    return meant === undefined ? name : meant === name ? t(`field.${meant}`) : `${t(`field.${meant}`)} (${name})`
  }
  const fields = [...Object.entries(parameters), ...missing.map((name) => [name, ''] as const)]
  return (
    <ActionForm intent="check" result={result}>
      <FieldGrid>
        {fields.map(([name, value]) => (
          <TextField
            key={name}
            name={`${PARAMETER_PREFIX}${name}`}
            label={labelOf(name)}
            defaultValue={value}
            maxLength={500}
            autoCapitalize="off"
            autoComplete="off"
            spellCheck={false}
          />
        ))}
      </FieldGrid>
      <SubmitButton variant="default">{t('replay.check')}</SubmitButton>
    </ActionForm>
  )
}

interface ApplyFormProps {
  parameters: Record<string, string>
  label: string
}

/** Carries out what was checked, with the same parameters. */
export function ApplyForm({ parameters, label }: ApplyFormProps) {
  return (
    <ActionForm intent="replay">
      {Object.entries(parameters).map(([name, value]) => (
        <HiddenField key={name} name={`${PARAMETER_PREFIX}${name}`} value={value} />
      ))}
      <SubmitButton>{label}</SubmitButton>
    </ActionForm>
  )
}
