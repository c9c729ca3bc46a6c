import { Group } from '@mantine/core'
import { Link } from 'react-router'
import type { Route } from './+types/advertiser-funds-page'
import {
  getBillingCall,
  recordDepositCall,
  refundFundsCall,
  setBillingCall,
} from '#domains/money/funding/contract/billing.ts'
import type { BillingView } from '#domains/money/funding/contract/billing.ts'
import { BILLING_MODES } from '#domains/money/funding/rules.ts'
import type { BillingMode } from '#domains/money/funding/rules.ts'
import { FundingFigures, OwedAges } from '#domains/money/funding/web/funding-figures.tsx'
import { DepositTable, FundsMonths } from '#domains/money/funding/web/funds-tables.tsx'
import { LadderPanel, ShortfallWarning } from '#domains/money/funding/web/ladder-panel.tsx'
import { toDay } from '#kernel/days.ts'
import { callContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { answerTo, readText, runIntent } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { getPageMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { DateField } from '#ui/date-field.tsx'
import { FieldGrid } from '#ui/field-grid.tsx'
import { TextField } from '#ui/fields.tsx'
import { ActionForm, FormMessage, SubmitButton } from '#ui/form.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { listOverdueAdvertisers } from './overdue.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const input = { params: { advertiser_id: params.advertiserId } }
  const call = context.get(callContext)
  const [{ data: billing }, overdue] = await Promise.all([call(getBillingCall, input), listOverdueAdvertisers(call)])
  const hasOverdue = overdue.includes(billing.advertiser_id)
  return {
    ...getPageMeta(context, 'funding.operator.title', ['funding']),
    billing,
    hasOverdue,
    today: toDay(new Date()),
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  const id = { advertiser_id: params.advertiserId }
  const moved = () => ({
    amount: readText(form, 'amount'),
    moved_on: readText(form, 'moved_on'),
    reference: readText(form, 'reference'),
  })
  return runIntent(context, form, {
    deposit: () => call(recordDepositCall, { params: id, body: moved() }),
    refund: () => call(refundFundsCall, { params: id, body: moved() }),
    billing: () =>
      call(setBillingCall, {
        params: id,
        body: { mode: readText(form, 'mode') as BillingMode, credit_limit: readText(form, 'credit_limit') },
      }),
  })
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `${loaderData.billing.advertiser_name} · ${loaderData.title}` : '' },
]

export default function AdvertiserFundsPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <AdvertiserFunds
        billing={loaderData.billing}
        hasOverdue={loaderData.hasOverdue}
        today={loaderData.today}
        answer={actionData}
      />
    </TextsProvider>
  )
}

interface FundsProps {
  billing: BillingView
  hasOverdue: boolean
  today: string
  answer: IntentAnswer | undefined
}

function AdvertiserFunds({ billing, hasOverdue, today, answer }: FundsProps) {
  const t = useTexts('funding')
  return (
    <>
      <PageHeader
        eyebrow={<Link to="/operator/money/advertisers">{t('operator.advertisers')}</Link>}
        title={billing.advertiser_name}
        text={t('operator.billingText')}
        actions={
          <Group gap="xs">
            <MoveAction intent="refund" today={today} answer={answer} />
            <MoveAction intent="deposit" today={today} answer={answer} />
          </Group>
        }
      />
      <Notice answer={answer} />
      <ShortfallWarning billing={billing} />
      <FundingFigures billing={billing} />
      {billing.uncovered_orders > 0 && <OwedAges ages={billing.owed_by_age} />}
      <LadderPanel standing={{ ...billing, hasOverdue }} />
      <TermsPanel billing={billing} answer={answer} />
      <DepositTable deposits={billing.deposits} />
      <FundsMonths billing={billing} />
    </>
  )
}

/** Confirms the action of a dialog that has closed. */
function Notice({ answer }: { answer: IntentAnswer | undefined }) {
  const t = useTexts('funding')
  if (!answer?.ok || answer.intent === 'billing') return null
  return (
    <FormMessage tone="good">{t(answer.intent === 'refund' ? 'operator.refunded' : 'operator.recorded')}</FormMessage>
  )
}

type MoveProps = Omit<FundsProps, 'billing' | 'hasOverdue'> & { intent: 'deposit' | 'refund' }

function MoveAction({ intent, today, answer }: MoveProps) {
  const t = useTexts('funding')
  const [label, text] = (
    {
      deposit: [t('operator.record'), t('operator.recordText')],
      refund: [t('operator.refund'), t('operator.refundText')],
    } as const
  )[intent]
  return (
    <ConfirmAction
      label={label}
      title={label}
      text={text}
      confirmLabel={label}
      intent={intent}
      variant={intent === 'refund' ? 'default' : 'filled'}
      result={answerTo(answer, intent)}
    >
      <TextField
        name="amount"
        label={t('operator.amount')}
        inputMode="decimal"
        maxLength={20}
        required
        data-autofocus
      />
      <DateField name="moved_on" label={t('operator.day')} today={today} defaultValue={today} />
      <TextField name="reference" label={t('operator.reference')} maxLength={140} required />
    </ConfirmAction>
  )
}

function TermsPanel({ billing, answer }: Pick<FundsProps, 'billing' | 'answer'>) {
  const t = useTexts('funding')
  const modes = BILLING_MODES.map((value) => ({ value, label: t(`mode.${value}`) }))
  return (
    <Panel title={t('operator.terms')} text={t('operator.termsText')}>
      <ActionForm intent="billing" result={answerTo(answer, 'billing')} success={t('operator.saved')}>
        <FieldGrid>
          <SelectField name="mode" label={t('operator.modeLabel')} data={modes} defaultValue={billing.mode} />
          <TextField
            name="credit_limit"
            label={t('operator.limitLabel')}
            inputMode="decimal"
            maxLength={20}
            defaultValue={billing.credit_limit.replace(/00$/, '')}
          />
        </FieldGrid>
        <SubmitButton>{t('operator.save')}</SubmitButton>
      </ActionForm>
    </Panel>
  )
}
