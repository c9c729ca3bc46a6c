import { Group, Stack } from '@mantine/core'
import { Suspense, lazy } from 'react'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useSession } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { useDayText } from '#ui/month-text.ts'
import type { RatesView } from '../contract/advertiser.ts'

const DateField = lazy(async () => ({ default: (await import('#ui/date-field.tsx')).DateField }))

type Draft = NonNullable<RatesView['draft']>

interface DraftActionsProps {
  draft: Draft
  rates: Pick<RatesView, 'notice_days' | 'scheduled'>
  answer: IntentAnswer | undefined
}

/** The buttons that discard and publish a draft; publishing names the date and who is mailed. */
export function DraftActions({ draft, rates, answer }: DraftActionsProps) {
  const t = useTexts('rates')
  const { today = '' } = useSession()
  const { lowered, raised, earliest } = draft.difference
  const day = earliest.slice(0, 10)
  const writeDay = useDayText()
  const fields = { revision: draft.revision }
  return (
    <Group gap="xs">
      <ConfirmAction
        label={t('discard')}
        title={t('discardTitle')}
        text={t('discardText')}
        confirmLabel={t('discard')}
        intent="discard"
        fields={fields}
        tone="bad"
        result={answerTo(answer, 'discard')}
      />
      <ConfirmAction
        label={t('publish')}
        title={t('publishTitle')}
        text={
          <Stack component="span" gap="xs">
            <span>
              {lowered > 0 ? t('publishCut', { day: writeDay(day), days: rates.notice_days }) : t('publishNow')}
            </span>
            <span>{t('publishTold', { count: lowered + raised })}</span>
            {rates.scheduled && <span>{t('publishReplaces', { version: rates.scheduled.version })}</span>}
          </Stack>
        }
        confirmLabel={t('publish')}
        intent="publish"
        fields={fields}
        result={answerTo(answer, 'publish')}
      >
        <Suspense>
          <DateField
            name="effective_on"
            label={t('effectiveOn')}
            description={t('effectiveHint')}
            today={day}
            notBefore={lowered > 0 ? day : today}
          />
        </Suspense>
      </ConfirmAction>
    </Group>
  )
}
