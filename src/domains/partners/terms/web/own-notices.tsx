import { Stack, Text } from '@mantine/core'
import { answerTo, findRenewal } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { DateText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import type { OwnRatesView } from '../contract/notices.ts'
import { Changes } from './difference-panel.tsx'

interface OwnNoticesProps {
  notices: OwnRatesView['notices']
  answer: IntentAnswer | undefined
}

/** What changed and changes for a publisher, with a button for what it has not acknowledged. */
export function OwnNotices({ notices, answer }: OwnNoticesProps) {
  return notices.map((notice) => <Notice key={notice.version} notice={notice} answer={answer} />)
}

interface NoticeProps extends Pick<OwnNoticesProps, 'answer'> {
  notice: OwnRatesView['notices'][number]
}

function Notice({ notice, answer }: NoticeProps) {
  const t = useTexts('rates')
  const { version, is_withdrawn: isWithdrawn, acknowledged_at: acknowledgedAt, changes } = notice
  const { no_notice_reason: reason } = notice
  const isOpen = acknowledgedAt === null && !isWithdrawn
  const date = () => <DateText value={notice.effective_from} />
  const readOn = () => acknowledgedAt !== null && <DateText value={acknowledgedAt} withTime />
  return (
    <Panel
      title={t.rich(isWithdrawn ? 'own.withdrawn' : notice.is_cut ? 'own.cut' : 'own.change', { date })}
      text={acknowledgedAt !== null && t.rich('own.acknowledged', { date: readOn })}
      actions={
        isOpen && (
          <ActionForm intent="acknowledge" result={findRenewal(answerTo(answer, 'acknowledge'))}>
            <HiddenField name="version" value={version} />
            <SubmitButton size="sm">{t('own.acknowledge')}</SubmitButton>
          </ActionForm>
        )
      }
    >
      <Stack gap="xs">
        <Changes changes={changes} />
        {reason !== null && <Text>{t('own.noNotice', { reason })}</Text>}
        {isOpen && <Text c="dimmed">{t('own.clicks')}</Text>}
      </Stack>
    </Panel>
  )
}
