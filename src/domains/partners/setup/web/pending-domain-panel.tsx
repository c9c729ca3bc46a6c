import { Divider, Group, Stack, Text } from '@mantine/core'
import { useNavigation } from 'react-router'
import { answerTo, findRenewal } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { DateText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import type { PendingDomainView } from '../contract/setup-view.ts'

interface PendingDomainPanelProps {
  domain: PendingDomainView
  answer: IntentAnswer | undefined
}

/** A host that waits for its proof: where to put the token, what the last check found, and a check now. */
export function PendingDomainPanel({ domain, answer }: PendingDomainPanelProps) {
  const t = useTexts('setup')
  const fields = { pending_domain_id: domain.id }
  return (
    <Panel
      title={domain.host}
      text={t('hosts.how')}
      actions={
        <ConfirmAction
          variant="default"
          tone="bad"
          size="sm"
          label={t('hosts.withdraw')}
          title={t('hosts.withdrawTitle', { host: domain.host })}
          text={t('hosts.withdrawText')}
          confirmLabel={t('hosts.withdraw')}
          intent="withdraw"
          fields={fields}
          result={answerTo(answer, 'withdraw')}
        />
      }
    >
      <Stack gap="md">
        <CopyField label={t('hosts.token')} value={domain.token} />
        <CopyField label={t('hosts.file')} value={domain.file_url} />
        <CopyField label={t('hosts.record')} value={domain.record_name} />
        <Divider />
        <ActionForm intent="check" result={findRenewal(answerTo(answer, 'check'))}>
          <HiddenField name="pending_domain_id" value={domain.id} />
          <LastCheck domain={domain} />
          <SubmitButton>{t('hosts.check')}</SubmitButton>
        </ActionForm>
      </Stack>
    </Panel>
  )
}

function LastCheck({ domain }: { domain: PendingDomainView }) {
  const t = useTexts('setup')
  const { formData } = useNavigation()
  if (formData?.get('pending_domain_id') === String(domain.id)) {
    return (
      <Text component="output" c="dimmed">
        {t('hosts.checking')}
      </Text>
    )
  }
  const { checked_at: checkedAt, file_fault: fileFault, record_fault: recordFault } = domain
  if (checkedAt === null || fileFault === null || recordFault === null) return null
  return (
    <Stack component="output" gap={4}>
      <Group gap="xs">
        <Text fw={600}>{t('hosts.notProved')}</Text>
        <Text c="dimmed" size="sm">
          {t('hosts.checkedAt')} <DateText value={checkedAt} withTime />
        </Text>
      </Group>
      <Text>{t(`hosts.fileFault.${fileFault}`)}</Text>
      <Text>{t(`hosts.recordFault.${recordFault}`)}</Text>
    </Stack>
  )
}
