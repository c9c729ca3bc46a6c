import { IconPlus } from '@tabler/icons-react'
import { Suspense, lazy } from 'react'
import { Link } from 'react-router'
import type { RatesView } from '#domains/partners/terms/contract/advertiser.ts'
import type { ProgramView } from '#domains/programmes/programs/contract/program.ts'
import { DifferencePanel } from '#domains/partners/terms/web/difference-panel.tsx'
import { DraftActions } from '#domains/partners/terms/web/draft-actions.tsx'
import { ReplayPanel } from '#domains/partners/terms/web/replay-panel.tsx'
import { RateLines, getLineName } from '#domains/partners/terms/web/rate-lines.tsx'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useRefreshWhile } from '#platform/web/refresh-while.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { FormMessage } from '#ui/form.tsx'
import { Panel } from '#ui/panel.tsx'
import { RowRefusal } from '#ui/row-refusal.tsx'
import { ActLink, TeamGate } from '#ui/team-gate.tsx'
import { useDayText } from '#ui/month-text.ts'
import { ORDER_TERMS, OrderTerms, OrderTermsForm } from './order-terms.tsx'

const RateForm = lazy(async () => ({ default: (await import('#domains/partners/terms/web/rate-form.tsx')).RateForm }))

interface RatesPanelsProps {
  rates: RatesView
  /** What the programme permits now. */
  methods: ProgramView['methods']
  /** What the address says is to be changed: a rate, `new` for another one, or `ORDER_TERMS`. */
  edit: string | null
  answer: IntentAnswer | undefined
}

/** The rates of an open programme: the draft with what it changes, the published version and the one in force. */
export function RatesPanels({ rates, methods, edit, answer }: RatesPanelsProps) {
  const { draft } = rates
  return (
    <TeamGate act="set_terms">
      <Outcome answer={answer} />
      <EditedRate rates={rates} methods={methods} edit={edit} answer={answer} />
      {draft && <DraftPanel draft={draft} rates={rates} answer={answer} />}
      {draft && <DifferencePanel difference={draft.difference} />}
      {draft && <ReplayPanel draft={draft} answer={answer} />}
      {rates.scheduled && <ScheduledPanel rates={rates} scheduled={rates.scheduled} answer={answer} />}
      <InForcePanel rates={rates} />
    </TeamGate>
  )
}

/** The form of what the address names, until it is saved. */
function EditedRate({ rates, methods, edit, answer }: RatesPanelsProps) {
  const { draft, scheduled, in_force: inForce } = rates
  const base = draft ?? scheduled ?? inForce
  const revision = draft?.revision ?? 0
  const line = base.lines.find((each) => getLineName(each) === edit)
  // What is done to the draft as a whole closes the form too; the address still names the rate.
  const isOver = answer?.ok && answer.intent !== 'remove'
  if (isOver || !(edit === 'new' || edit === ORDER_TERMS || line)) return null
  return (
    <Suspense>
      {edit === ORDER_TERMS ? (
        <OrderTermsForm
          terms={base.order_terms}
          restricts={base.restricts}
          methods={methods}
          revision={revision}
          result={answerTo(answer, 'orderTerms')}
        />
      ) : (
        <RateForm key={edit} line={line} revision={revision} choices={rates} result={answerTo(answer, 'rate')} />
      )}
    </Suspense>
  )
}

const DONE = {
  rate: 'saved',
  orderTerms: 'saved',
  remove: 'saved',
  publish: 'published',
  discard: 'discarded',
  withdraw: 'withdrawn',
} as const

/** Says what was done, or why a rate was not removed. The other forms say themselves why they were refused. */
function Outcome({ answer }: { answer: IntentAnswer | undefined }) {
  const t = useTexts('rates')
  if (answer?.ok === false) return <RowRefusal answer={answerTo(answer, 'remove')} />
  if (!answer?.ok || !Object.hasOwn(DONE, answer.intent)) return null
  return <FormMessage tone="good">{t(DONE[answer.intent as keyof typeof DONE])}</FormMessage>
}

function AddRate() {
  const t = useTexts('rates')
  return (
    <ActLink act="set_terms" to="?edit=new" variant="default" leftSection={<IconPlus size={16} aria-hidden />}>
      {t('add')}
    </ActLink>
  )
}

interface DraftPanelProps extends Pick<RatesPanelsProps, 'rates' | 'answer'> {
  draft: NonNullable<RatesView['draft']>
}

function DraftPanel({ draft, rates, answer }: DraftPanelProps) {
  const t = useTexts('rates')
  const changed = { day: useDayText()(draft.changed_at), name: draft.changed_by ?? 'none' }
  return (
    <Panel
      title={t('draft')}
      text={t('draftText', changed)}
      flush
      actions={
        <>
          <AddRate />
          <DraftActions draft={draft} rates={rates} answer={answer} />
        </>
      }
    >
      <RateLines lines={draft.lines} revision={draft.revision} answer={answerTo(answer, 'remove')} />
      <OrderTerms
        terms={draft.order_terms}
        restricts={draft.restricts}
        before={rates.in_force.order_terms}
        isChangeable
      />
    </Panel>
  )
}

interface ScheduledPanelProps extends Pick<RatesPanelsProps, 'rates' | 'answer'> {
  scheduled: NonNullable<RatesView['scheduled']>
}

function ScheduledPanel({ rates, scheduled, answer }: ScheduledPanelProps) {
  const t = useTexts('rates')
  const { version, told } = scheduled
  const writeDay = useDayText()
  const isChangeable = rates.draft === null
  useRefreshWhile(scheduled.is_being_told)
  return (
    <Panel
      title={t('scheduled')}
      text={
        <>
          {t(scheduled.is_being_told ? 'scheduledTelling' : 'scheduledText', {
            version,
            day: writeDay(scheduled.effective_from),
            told,
          })}{' '}
          {told > 0 && (
            <Link to={`/brand/terms/notices?version=${version}`}>
              {t('notices.link', { told, acknowledged: scheduled.acknowledged })}
            </Link>
          )}
        </>
      }
      flush
      actions={
        <>
          {isChangeable && <AddRate />}
          <ConfirmAction
            label={t('withdraw')}
            title={t('withdrawTitle', { version })}
            text={t('withdrawText')}
            confirmLabel={t('withdraw')}
            intent="withdraw"
            fields={{ version }}
            tone="bad"
            result={answerTo(answer, 'withdraw')}
          />
        </>
      }
    >
      <RateLines lines={scheduled.lines} {...(isChangeable ? { revision: 0 } : {})} />
      <OrderTerms
        terms={scheduled.order_terms}
        restricts={scheduled.restricts}
        before={rates.in_force.order_terms}
        isChangeable={isChangeable}
      />
    </Panel>
  )
}

function InForcePanel({ rates }: Pick<RatesPanelsProps, 'rates'>) {
  const t = useTexts('rates')
  const { version, effective_from: from, lines } = rates.in_force
  const isChangeable = rates.draft === null && rates.scheduled === null
  return (
    <Panel
      title={t('inForce')}
      text={t('inForceText', { version, day: useDayText()(from) })}
      flush
      actions={isChangeable && <AddRate />}
    >
      <RateLines lines={lines} {...(isChangeable ? { revision: 0 } : {})} />
      <OrderTerms terms={rates.in_force.order_terms} isChangeable={isChangeable} />
    </Panel>
  )
}
