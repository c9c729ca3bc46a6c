import { Alert, Anchor } from '@mantine/core'
import { IconCalendarDollar } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { DateText, MoneyText } from '#ui/money-text.tsx'
import { StatCard, StatRow } from '#ui/stat-card.tsx'
import type { Schedule } from '../contract/schedule.ts'
import { useMonthName } from '#ui/month-text.ts'

/** Says which draft waits for an approval, and until when it should be paid. */
export function DraftNotice({ schedule: { draft, currency } }: { schedule: Schedule }) {
  const t = useTexts('runs')
  const getMonthName = useMonthName()
  if (draft === null) return null
  const amount = <MoneyText amount={draft.amount} currency={currency} />
  const day = <DateText value={draft.day} />
  return (
    <Alert
      icon={<IconCalendarDollar aria-hidden />}
      color="warn"
      title={t('notice.title', { month: getMonthName(`${draft.month}-01`) })}
    >
      {t.rich(draft.is_scheduled ? 'notice.scheduled' : 'notice.made', {
        amount: () => amount,
        day: () => day,
      })}{' '}
      <Anchor component={Link} to={`/operator/money/runs/${draft.id}`}>
        {t('notice.open')}
      </Anchor>
    </Alert>
  )
}

/** What is payable by the next two runs. */
export function PayableByRun({ schedule: { runs, currency } }: { schedule: Schedule }) {
  const t = useTexts('runs')
  const getMonthName = useMonthName()
  return (
    <StatRow>
      {runs.map(({ month, day, payable }) => {
        const date = <DateText value={day} />
        return (
          <StatCard
            key={month}
            label={t('byRun.title', { month: getMonthName(`${month}-01`) })}
            value={<MoneyText amount={payable} currency={currency} />}
            hint={t.rich('byRun.hint', { day: () => date })}
          />
        )
      })}
    </StatRow>
  )
}
