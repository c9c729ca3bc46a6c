import { List, Text } from '@mantine/core'
import { useTexts } from '#platform/web/texts.tsx'
import { DateText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import type { ManagedPromotion } from '../contract/managed.ts'

/** What to look at in a promotion, and when its link was tested. */
export function CheckPanel({ promotion }: { promotion: ManagedPromotion }) {
  const t = useTexts('promotions')
  const { checks, link_test: test, state } = promotion
  if (state === 'ended') return null
  const testedAt = test && <DateText value={test.tested_at} withTime />
  return (
    <Panel title={t('check.title')}>
      {checks.length === 0 ? (
        <Text>{t('check.none')}</Text>
      ) : (
        <List>
          {checks.map((check) => (
            <List.Item key={check}>{t(`checkText.${check}`)}</List.Item>
          ))}
        </List>
      )}
      {test && (
        <Text mt="xs" c="dimmed">
          {t.rich('link.testedAt', { at: () => testedAt })}
        </Text>
      )}
    </Panel>
  )
}
