import { Anchor, Button, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FormMessage } from '#ui/form.tsx'
import { DateText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import type { Funds } from '#domains/money/funding/web/funding-figures.tsx'
import { FundsSummary } from '#domains/money/funding/web/funding-figures.tsx'
import type { ClosingView } from '#domains/programmes/closings/contract.ts'
import type { AdvertiserHome } from '#domains/figures/reports/contract/advertiser.ts'
import { PeriodFigures } from '#domains/figures/reports/web/period-figures.tsx'
import type { SetupView } from '#domains/partners/setup/contract/setup-view.ts'
import { Facts } from '#ui/facts.tsx'
import { STEPS } from '#domains/partners/setup/rules.ts'
import { FirstStepsPanel } from './first-steps-panel.tsx'
import { isWithout } from './first-steps.ts'
import type { FirstStep } from './first-steps.ts'
import { useFindingNames } from './work-text.tsx'
import { WorkTable } from './work-table.tsx'
import type { WorkItem } from './work-items.ts'
import { SETUP_PATHS } from './setup-paths.ts'

interface OpenHomeProps {
  name: string
  setup: SetupView
  open: {
    home: AdvertiserHome
    /** Undefined for a member who does not see the money of the brand. */
    funds: Funds | undefined
    hasOverdue: boolean
    work: readonly WorkItem[]
    /** None once they are done or hidden, or the programme has orders. */
    firstSteps: readonly FirstStep[]
    /** Null while the programme neither closes nor is closed. */
    closing: ClosingView | null
    /** The time at which the page was made. */
    now: string
  }
  answer: IntentAnswer | undefined
}

/** The home of a brand whose programme has been opened: its first steps, what waits, and the month so far. */
export function OpenHome({ name, setup, open, answer }: OpenHomeProps) {
  const t = useTexts('advertiser-home')
  const texts = useTexts('setup')
  const { home, funds, hasOverdue, work, firstSteps, closing, now } = open
  return (
    <>
      <PageHeader eyebrow={name} title={t('title')} />
      {answerTo(answer, 'requestOpening')?.ok && <FormMessage tone="good">{texts('home.opened')}</FormMessage>}
      {closing && <ClosingPanel closing={closing} />}
      {firstSteps.length > 0 && <FirstStepsPanel steps={firstSteps} answer={answer} />}
      {(work.length > 0 || firstSteps.length === 0) && (
        <Panel flush title={t('work.title')}>
          <WorkTable work={work} now={now} />
        </Panel>
      )}
      {isWithout(home, 'click_count', 'total_transactions') ? (
        <Panel>
          <EmptyState art="chart" title={t('fresh.title')} text={t('fresh.text')} />
        </Panel>
      ) : (
        <>
          <Month home={home} />
          {funds && <FundsSummary funds={funds} hasOverdue={hasOverdue} />}
        </>
      )}
      <SetupMeter setup={setup} />
    </>
  )
}

/** The month so far, and what is unusual in the last days. */
function Month({ home }: { home: AdvertiserHome }) {
  const t = useTexts('advertiser-home')
  return (
    <>
      <Judged home={home} />
      <Stack gap={4}>
        <Title order={2}>{t('month.title')}</Title>
        <Text c="dimmed">
          <Compared home={home} />
        </Text>
      </Stack>
      <PeriodFigures now={home.month.figures} before={home.before.figures} currency={home.currency} />
    </>
  )
}

/** Which days of the month are compared with which. */
function Compared({ home: { month, before, days } }: { home: AdvertiserHome }) {
  const t = useTexts('advertiser-home')
  return t.rich('month.text', {
    days,
    begin: () => <DateText value={month.begin} />,
    end: () => <DateText value={month.end} />,
    beginBefore: () => <DateText value={before.begin} />,
    endBefore: () => <DateText value={before.end} />,
  })
}

/** Names the rules that found nothing unusual and, apart from them, those with too little to compare. */
function Judged({ home }: { home: AdvertiserHome }) {
  const t = useTexts('advertiser-home')
  const [normal, tooLittle] = useFindingNames(home.findings)
  return (
    <Stack gap={2} px={{ base: 0, sm: 'lg' }}>
      {normal !== '' && (
        <Text size="sm" c="dimmed">
          {t('judged.normal', { names: normal })}
        </Text>
      )}
      {tooLittle !== '' && (
        <Text size="sm" c="dimmed">
          {t('judged.tooLittle', { names: tooLittle })}
        </Text>
      )}
    </Stack>
  )
}

/** Says when the programme closes or was closed, and what is left until its final invoice. */
function ClosingPanel({ closing }: { closing: ClosingView }) {
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

/** How much of the set-up is done, and the way to what is not. */
function SetupMeter({ setup }: { setup: SetupView }) {
  const t = useTexts('advertiser-home')
  const texts = useTexts('setup')
  const left = STEPS.filter((step) => !setup.done[step])
  const done = STEPS.length - left.length
  return (
    <Panel title={t('setup.title')} text={texts('home.progress', { done, all: STEPS.length })}>
      <Progress value={(100 * done) / STEPS.length} aria-label={t('setup.title')} />
      {left.length > 0 && (
        <Group gap="md" mt="sm">
          <Text c="dimmed">{t('setup.left')}</Text>
          {left.map((step) =>
            step === 'open' ? null : (
              <Anchor key={step} component={Link} to={SETUP_PATHS[step]}>
                {texts(`steps.${step}.title`)}
              </Anchor>
            ),
          )}
        </Group>
      )}
    </Panel>
  )
}
