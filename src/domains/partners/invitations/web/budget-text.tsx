import { Stack, Text } from '@mantine/core'
import { useTexts } from '#platform/web/texts.tsx'
import type { BudgetView } from '../contract/advertiser.ts'
import { BUDGET_DAYS, INVITATION_BUDGET, WITHDRAWN_PLACE_DAYS } from '../rules/vocabulary.ts'

/** How many invitations can be open at once, and why so many. Needs the texts `invitations`. */
export function BudgetText({ budget: { limit, used, accepted, ended } }: { budget: BudgetView }) {
  const t = useTexts('invitations')
  const { first, most } = INVITATION_BUDGET
  const why =
    ended === 0
      ? t('budget.first', { first, most })
      : t('budget.reason', { first, most, more: limit - first, accepted, ended, days: BUDGET_DAYS })
  return (
    <Stack gap={2}>
      <Text fw={600} {...(used >= limit && { c: 'var(--warn)' })}>
        {t('budget.title')}: {t('budget.used', { used, limit })}
      </Text>
      <Text c="dimmed" fz="sm" maw="46rem">
        {why} {t('budget.withdrawn', { days: WITHDRAWN_PLACE_DAYS })}
      </Text>
    </Stack>
  )
}
