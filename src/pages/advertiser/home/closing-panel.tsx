import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { ClosingView } from '#domains/programmes/closings/contract.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { Facts } from '#ui/facts.tsx'
import { DateText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'

/** Says when the programme closes or was closed, and what is left until its final invoice. */
export function ClosingPanel({ closing }: { closing: ClosingView }) {
  const t = useTexts('closings')
  const { closes_at: closesAt, is_closed: isClosed, steps } = closing
  const left = steps.filter(({ step, is_done: isDone }) => step !== 'announced' && step !== 'closes' && !isDone)
  const day = <DateText value={closesAt} />
  return (
    <Panel
      title={t.rich(`home.${isClosed ? 'closed' : 'closes'}`, { day: () => day })}
      text={t('home.text')}
      actions={
        <Button component={Link} to="/brand/close" variant="default">
          {t('home.open')}
        </Button>
      }
    >
      <Facts
        layout="line"
        facts={[
          ...left.map(({ step, at }) => [t(`steps.${step}.title`), <DateText key={step} value={at} />] as const),
          [t('home.export'), t('home.exportText')],
        ]}
      />
    </Panel>
  )
}
