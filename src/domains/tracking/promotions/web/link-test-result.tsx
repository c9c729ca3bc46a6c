import { List, Text } from '@mantine/core'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { FormMessage } from '#ui/form.tsx'
import type { testLinkCall } from '../contract/managed.ts'

/** The way of a test click from the address of a promotion, and whether a visitor arrives with it. */
export function LinkTestResult({ test }: { test: ReplyOf<typeof testLinkCall>['data'] }) {
  const t = useTexts('promotions')
  const { fault, hops, lost_at: lostAt } = test
  const ms = hops.reduce((sum, hop) => sum + hop.ms, 0)
  return (
    <div aria-live="polite">
      <FormMessage tone={fault === null ? 'good' : 'bad'}>
        {fault === null
          ? t('link.arrived', { count: hops.length, ms })
          : t(`link.fault.${fault}`, { hop: (lostAt ?? 0) + 1 })}
      </FormMessage>
      <List type="ordered" mt="xs" fz="0.9rem" style={{ overflowWrap: 'anywhere' }}>
        {hops.map(({ url, status, has_click: hasClick }, index) => (
          <List.Item key={index}>
            {url}{' '}
            <Text span inherit c="dimmed">
              {status === 0 ? '–' : status} · {t(hasClick ? 'link.kept' : 'link.lost')}
            </Text>
          </List.Item>
        ))}
      </List>
    </div>
  )
}
