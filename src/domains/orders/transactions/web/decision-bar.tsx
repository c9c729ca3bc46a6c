import { lazy } from 'react'
import type { ReactNode } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { TextAreaField } from '#ui/fields.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import type { ActionResult } from '#ui/form.tsx'
import type { ItemView, PublisherTransactionView } from '../contract/transaction.ts'
import { CANCEL_REASONS, CHOSEN_HOLD_REASONS } from '../contract/vocabulary.ts'
import type { DecisionAction } from '../contract/vocabulary.ts'
import { HELD_FIELD } from './decision-form.ts'
import { getDecisionKey } from './decision-key.ts'
import { KeyHint } from './decision-keys.tsx'

const AmendFields = lazy(async () => ({ default: (await import('./amend-fields.tsx')).AmendFields }))
const ReadAmendFields = lazy(async () => ({ default: (await import('./amend-fields.tsx')).ReadAmendFields }))
const EvidenceField = lazy(async () => ({ default: (await import('./evidence-field.tsx')).EvidenceField }))
const SelectField = lazy(async () => ({ default: (await import('#ui/select-field.tsx')).SelectField }))

interface DecisionButtonsProps {
  /** The transactions to decide, at least one. */
  chosen: readonly PublisherTransactionView[]
  result: ActionResult
  /** The present items of the only chosen transaction, or the address of its drawer, where an amendment reads them. */
  items: readonly ItemView[] | ((chosen: PublisherTransactionView) => string)
  /** Whether the page has the keys that decide, which the buttons then name. */
  hasKeys?: boolean
}

/** Buttons for the decisions that all chosen transactions allow; those that need a reason or a value ask for it. */
export function DecisionButtons({ chosen, result, items, hasKeys = false }: DecisionButtonsProps) {
  const t = useTexts('transactions')
  const can = getPossible(chosen)
  const fields = [
    ...chosen.map((row) => <HiddenField key={row.transaction_id} name="transaction" value={getDecisionKey(row)} />),
    chosen.some(({ hold_reason: reason }) => reason !== null) && <HiddenField key="held" name={HELD_FIELD} value="1" />,
  ]
  const [only] = chosen
  const shared = { result, fields, hasKeys }
  return (
    <>
      {can.confirm && (
        <ActionForm intent="confirm">
          {fields}
          <SubmitButton size="sm" act="confirm">
            {t('review.confirm')}
            {hasKeys && <KeyHint decision="confirm" />}
          </SubmitButton>
        </ActionForm>
      )}
      {can.cancel && (
        <ReasonAction action="cancel" count={chosen.length} {...shared}>
          <CancelReasonField required isFirst />
        </ReasonAction>
      )}
      {can.amend && only && (
        <ReasonAction action="amend" count={1} {...shared}>
          {typeof items === 'function' ? (
            <ReadAmendFields address={items(only)} />
          ) : (
            <AmendFields transaction={only} items={items} />
          )}
          <CancelReasonField />
        </ReasonAction>
      )}
      {(['hold', 'extend'] as const).map(
        (action) =>
          can[action] && (
            <ReasonAction key={action} action={action} count={chosen.length} {...shared}>
              <HoldReasonField isFirst />
            </ReasonAction>
          ),
      )}
      {can.reopen && (
        <ActionForm intent="reopen">
          {fields}
          <SubmitButton size="sm" variant="default">
            {t(chosen.every(({ status }) => status === 'PENDING') ? 'review.endHold' : 'review.reopen')}
          </SubmitButton>
        </ActionForm>
      )}
    </>
  )
}

/** Tells which decisions all of these transactions allow, as `decide` of the rules does. */
function getPossible(chosen: readonly PublisherTransactionView[]): Record<DecisionAction, boolean> {
  const all = (allows: (row: PublisherTransactionView) => boolean) => chosen.length > 0 && chosen.every(allows)
  const isPending = ({ status }: PublisherTransactionView) => status === 'PENDING'
  return {
    confirm: all(({ status }) => status !== 'CONFIRMED'),
    cancel: all(({ status }) => status !== 'CANCELLED'),
    amend: chosen.length === 1 && all(({ status }) => status !== 'CANCELLED'),
    hold: all((row) => isPending(row) && row.hold_reason === null),
    extend: all((row) => isPending(row) && row.hold_reason === null),
    reopen: all((row) => !isPending(row) || row.hold_reason !== null),
  }
}

interface ReasonActionProps {
  action: 'cancel' | 'amend' | 'hold' | 'extend'
  count: number
  result: ActionResult
  /** The hidden fields that name the transactions. */
  fields: ReactNode
  hasKeys: boolean
  /** Fields beside the note. */
  children: ReactNode
}

/** A decision with a dialog that asks for its reason and a note. */
function ReasonAction({ action, count, result, fields, hasKeys, children }: ReasonActionProps) {
  const t = useTexts('transactions')
  const label = t(`review.${action}`)
  return (
    <ConfirmAction
      size="sm"
      variant="default"
      act={action}
      label={
        hasKeys && action !== 'extend' ? (
          <>
            {label}
            <KeyHint decision={action} />
          </>
        ) : (
          label
        )
      }
      title={t(`review.${action}Title`, { count })}
      text={t(`review.${action}Text`)}
      confirmLabel={t(`review.${action}Confirm`, { count })}
      intent={action}
      {...(action === 'cancel' ? { tone: 'bad' as const } : {})}
      result={result}
    >
      {fields}
      {children}
      <TextAreaField name="note" label={t('review.note')} description={t('review.noteHint')} maxLength={500} />
      {(action === 'cancel' || action === 'amend') && <EvidenceField />}
    </ConfirmAction>
  )
}

/** Chooses why orders are cancelled or amended. */
export function CancelReasonField({ required = false, isFirst = false }: { required?: boolean; isFirst?: boolean }) {
  const t = useTexts('transactions')
  const data = CANCEL_REASONS.map((value) => ({ value, label: t(`cancelReason.${value}`) }))
  return (
    <SelectField
      name="reason_code"
      label={t('review.reason')}
      required={required}
      clearable={!required}
      data={data}
      isFirst={isFirst}
    />
  )
}

/** Chooses why orders are held or have more time. */
export function HoldReasonField({ isFirst = false }: { isFirst?: boolean }) {
  const t = useTexts('transactions')
  const data = CHOSEN_HOLD_REASONS.map((value) => ({ value, label: t(`holdReason.${value}`) }))
  return <SelectField name="hold_reason" label={t('review.reason')} required data={data} isFirst={isFirst} />
}
