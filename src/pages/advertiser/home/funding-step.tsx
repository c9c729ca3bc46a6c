import { Stack, Text } from '@mantine/core'
import { CLOSED_DAYS, NO_JOINS_DAYS } from '#domains/money/funding/rules.ts'
import { PayTo } from '#domains/money/funding/web/how-to-pay.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { MoneyText } from '#ui/money-text.tsx'
import type { PayIn } from './pay-in.ts'

/** How a brand pays in before its programme opens, how much, and what happens without funds. */
export function FundingStep({ payIn: { billing, monthly } }: { payIn: PayIn }) {
  const t = useTexts('setup')
  const amount = <MoneyText amount={monthly ?? '0'} />
  const smallest = <MoneyText amount={billing.smallest_missing} />
  return (
    <Stack gap="sm" mt="sm">
      <PayTo billing={billing} />
      {billing.how_to_pay !== null && (
        <>
          {monthly !== null && <Text>{t.rich('steps.funding.monthly', { amount: () => amount })}</Text>}
          <Text c="dimmed">
            {t.rich('steps.funding.without', {
              smallest: () => smallest,
              noJoinsDays: NO_JOINS_DAYS,
              closedDays: CLOSED_DAYS,
            })}
          </Text>
        </>
      )}
    </Stack>
  )
}
