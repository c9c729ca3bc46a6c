import { List, Stack, Text } from '@mantine/core'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { DateText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import type { LegalView } from '../contract.ts'

interface SelfBillingPanelProps {
  legal: LegalView
  answer: IntentAnswer | undefined
}

/** The consent that the network writes the publisher's invoices, with its text and its date. */
export function SelfBillingPanel({ legal: { details, self_billing: consent }, answer }: SelfBillingPanelProps) {
  const t = useTexts('taxes')
  const { version, agreed_at: agreedAt, present_version: present } = consent
  const date = agreedAt !== null && <DateText value={agreedAt} />
  return (
    <Panel title={t('selfBilling.title')} text={t('selfBilling.text')}>
      <Stack>
        <List>
          {(['terms1', 'terms2', 'terms3', 'terms4'] as const).map((name) => (
            <List.Item key={name}>{t(`selfBilling.${name}`)}</List.Item>
          ))}
        </List>
        {version !== null && agreedAt !== null && (
          <Text>{t.rich('selfBilling.agreed', { version, date: () => date })}</Text>
        )}
        {version !== null && version !== present && <Text>{t('selfBilling.old')}</Text>}
        {details === null && <Text c="dimmed">{t('selfBilling.needsDetails')}</Text>}
        {details?.vat_id === '' && <Text c="dimmed">{t('selfBilling.needsVatId')}</Text>}
        {details !== null && version !== present && (
          <ActionForm intent="setSelfBilling" result={answerTo(answer, 'setSelfBilling')}>
            <HiddenField name="version" value={present} />
            <SubmitButton>{t('selfBilling.agree')}</SubmitButton>
          </ActionForm>
        )}
        {version !== null && (
          <div>
            <ConfirmAction
              tone="bad"
              label={t('selfBilling.withdraw')}
              title={t('selfBilling.withdrawTitle')}
              text={t('selfBilling.withdrawText')}
              confirmLabel={t('selfBilling.withdraw')}
              intent="setSelfBilling"
              fields={{ version: '' }}
              result={answerTo(answer, 'setSelfBilling')}
            />
          </div>
        )}
      </Stack>
    </Panel>
  )
}
