import { Group, List, Text } from '@mantine/core'
import { StateHistory } from '#domains/people/account-states/web/state-history.tsx'
import { StateNotice } from '#domains/people/account-states/web/state-notice.tsx'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useSession } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { Facts } from '#ui/facts.tsx'
import { TextField } from '#ui/fields.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { DateText, MoneyText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import type { Standing } from './account.server-actions.ts'

interface StatePanelsProps {
  standing: Standing
  answer: IntentAnswer | undefined
}

/** The state of the publisher's account, how to close or reopen it, and its history. */
export function StatePanels({ standing, answer }: StatePanelsProps) {
  const t = useTexts('account-states')
  const { states } = standing
  return (
    <>
      <StateNotice states={states} />
      {states.state === 'closed' ? (
        <ReopenPanel until={states.reopen_until} answer={answer} />
      ) : (
        <ClosePanel standing={standing} answer={answer} />
      )}
      {states.history.length > 0 && <StateHistory periods={states.history} ownReason={t('byYou')} />}
    </>
  )
}

function ReopenPanel({ until, answer }: { until: string | null } & Pick<StatePanelsProps, 'answer'>) {
  const t = useTexts('account-states')
  const { network } = useSession()
  const date = until !== null && <DateText value={until} withTime />
  return (
    <Panel title={t('own.reopenTitle')}>
      {until === null ? (
        <Text>{t('own.final', { supportEmail: network.supportEmail })}</Text>
      ) : (
        <ActionForm intent="reopenAccount" result={answerTo(answer, 'reopenAccount')}>
          <Text>{t.rich('own.reopenText', { date: () => date })}</Text>
          <SubmitButton>{t('own.reopen')}</SubmitButton>
        </ActionForm>
      )}
    </Panel>
  )
}

const MEANINGS = ['links', 'orders', 'minimum', 'fee', 'login', 'undo'] as const

/** Says what closing means for the links, the orders and the balance, before the publisher decides. */
function ClosePanel({ standing: { balance, closing }, answer }: StatePanelsProps) {
  const t = useTexts('account-states')
  const money = (amount: string) => <MoneyText amount={amount} currency={balance.currency} />
  const values = {
    paid: () => money(closing.paid),
    fee: () => money(closing.fee),
    amount: () => money(closing.payable),
  }
  const outcomes = {
    full: 'own.full',
    less_fee: 'own.lessFee',
    retained: 'own.retained',
    nothing: 'own.nothing',
  } as const
  return (
    <Panel title={t('own.closeTitle')} text={t('own.closeText')}>
      <List mt={0} mb="md" spacing="xs">
        {MEANINGS.map((meaning) => (
          <List.Item key={meaning}>{t(`own.${meaning}`)}</List.Item>
        ))}
      </List>
      <Facts
        facts={[
          [t('own.payable'), money(balance.payable)],
          [t('own.inPayment'), money(balance.in_payment)],
          [t('own.confirmed'), money(balance.confirmed)],
          [t('own.pending'), money(balance.pending)],
          [t('own.outcome'), t.rich(outcomes[closing.outcome], values)],
        ]}
      />
      <Group mt="md">
        <ConfirmAction
          tone="bad"
          label={t('own.close')}
          title={t('own.confirmTitle')}
          text={t('own.confirmText')}
          confirmLabel={t('own.close')}
          intent="closeAccount"
          result={answerTo(answer, 'closeAccount')}
        >
          <TextField name="reason" label={t('own.why')} maxLength={300} />
        </ConfirmAction>
      </Group>
    </Panel>
  )
}
