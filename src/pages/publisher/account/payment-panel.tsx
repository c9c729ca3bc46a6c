import { Alert, Text } from '@mantine/core'
import { IconClockPause } from '@tabler/icons-react'
import { lazy } from 'react'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import type { PaymentView } from '#domains/money/payouts/contract/payment.ts'
import { MAX_BANK_NAME, isBankName, writeBankText } from '#domains/money/payouts/rules/bank-text.ts'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { Facts } from '#ui/facts.tsx'
import { FieldGrid } from '#ui/field-grid.tsx'
import { TextField } from '#ui/fields.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { DateText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import type { OwnerData } from './account.server-actions.ts'
import { DialogForm } from '#ui/dialog-form.tsx'

const BankFields = lazy(async () => ({ default: (await import('./account-fields.tsx')).BankFields }))

interface PaymentPanelProps {
  payment: PaymentView
  countries: OwnerData['countries']
  answer: IntentAnswer | undefined
}

/** How the publisher is paid: threshold, PayPal, billing e-mail and the masked bank account. */
export function PaymentPanel({ payment, countries, answer }: PaymentPanelProps) {
  const t = useTexts('payouts')
  const until = payment.payouts_wait_until
  return (
    <>
      {until !== null && (
        <Alert icon={<IconClockPause aria-hidden />} title={t('wait.title')} color="warn">
          {t('wait.text')} <DateText value={until} withTime />
        </Alert>
      )}
      {payment.hold !== null && (
        <Alert icon={<IconClockPause aria-hidden />} title={t('hold.title')} color="bad">
          {payment.hold.reason} <DateText value={payment.hold.since} />
        </Alert>
      )}
      <Panel title={t('settings.title')} text={t('settings.text')}>
        <ActionForm intent="savePayment" result={answerTo(answer, 'savePayment')} success={t('saved')}>
          <FieldGrid>
            <TextField
              name="threshold"
              label={t('settings.threshold')}
              description={t('settings.thresholdHint')}
              defaultValue={payment.threshold}
              leftSection="$"
              inputMode="decimal"
              required
            />
            <TextField
              name="payEmail"
              label={t('settings.payEmail')}
              description={t('settings.payEmailHint')}
              defaultValue={payment.payEmail}
              inputMode="email"
            />
            <TextField
              name="billingEmail"
              label={t('settings.billingEmail')}
              description={t('settings.billingEmailHint')}
              defaultValue={payment.billingEmail}
              inputMode="email"
            />
          </FieldGrid>
          <SubmitButton>{t('settings.save')}</SubmitButton>
        </ActionForm>
      </Panel>
      <BankPanel bank={payment.bank} countries={countries} answer={answer} />
    </>
  )
}

interface BankPanelProps extends Pick<PaymentPanelProps, 'countries' | 'answer'> {
  bank: PaymentView['bank']
}

function BankPanel({ bank, countries, answer }: BankPanelProps) {
  const t = useTexts('payouts')
  const actions = (
    <>
      {bank && (
        <ConfirmAction
          size="sm"
          tone="bad"
          label={t('bank.remove')}
          title={t('bank.removeTitle')}
          text={t('bank.removeText')}
          confirmLabel={t('bank.remove')}
          intent="removeBank"
          result={answerTo(answer, 'removeBank')}
        />
      )}
      <DialogForm
        label={t(bank ? 'bank.change' : 'bank.add')}
        title={t(bank ? 'bank.change' : 'bank.add')}
        submitLabel={t('bank.save')}
        size="sm"
        variant={bank ? 'default' : 'filled'}
        intent="saveBank"
        answer={answer}
      >
        <BankFields bank={bank} countries={countries} />
      </DialogForm>
    </>
  )
  return (
    <Panel title={t('bank.title')} text={t('bank.text')} actions={actions}>
      {bank && !isBankName(bank.accountName) && (
        <Alert icon={<IconClockPause aria-hidden />} title={t('bank.noNameTitle')} color="bad">
          {t('bank.noName')}
        </Alert>
      )}
      {bank ? <BankFacts bank={bank} countries={countries} /> : <Text c="dimmed">{t('bank.none')}</Text>}
    </Panel>
  )
}

type Bank = NonNullable<PaymentView['bank']>

function BankFacts({ bank, countries }: { bank: Bank; countries: OwnerData['countries'] }) {
  const t = useTexts('payouts')
  const written = writeBankText(bank.accountName, MAX_BANK_NAME)
  const country = countries.find(({ code }) => code === bank.country)?.label ?? bank.country
  return (
    <Facts
      facts={[
        [t('bank.accountName'), bank.accountName],
        isBankName(bank.accountName) && [t('bank.sentName'), written],
        [t('bank.accountNumber'), bank.accountNumber],
        [t('bank.country'), country],
        bank.address !== '' && [t('bank.address'), bank.address],
        bank.swiftCode !== '' && [t('bank.swiftCode'), bank.swiftCode],
        bank.bankName !== '' && [t('bank.bankName'), bank.bankName],
        bank.branchName !== '' && [t('bank.branchName'), bank.branchName],
      ]}
    />
  )
}
