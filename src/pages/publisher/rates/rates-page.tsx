import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { Route } from './+types/rates-page'
import { acknowledgeRatesCall, getOwnRatesCall } from '#domains/partners/terms/contract/notices.ts'
import type { OwnRatesView } from '#domains/partners/terms/contract/notices.ts'
import type { OfferedSetup } from '#domains/partners/setup/contract/publisher.ts'
import { loadOfferedSetup } from '#domains/partners/setup/web/load-offered-setup.ts'
import { OfferedSetupFacts } from '#domains/partners/setup/web/offered-setup.tsx'
import { HeldRates } from '#domains/partners/terms/web/held-rates.tsx'
import { OwnNotices } from '#domains/partners/terms/web/own-notices.tsx'
import { callContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { answerTo, readText, runIntent } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { DateText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { RowRefusal } from '#ui/row-refusal.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { data } = await context.get(callContext)(getOwnRatesCall, { params: { advertiser_id: params.advertiserId } })
  const setup = await loadOfferedSetup(context, params.advertiserId)
  return { ...getPageMeta(context, 'rates.own.pageTitle', ['rates', 'offered-setup']), rates: data, setup }
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  return runIntent(context, form, {
    acknowledge: () =>
      call(acknowledgeRatesCall, {
        params: { advertiser_id: params.advertiserId },
        body: { version: readText(form, 'version') },
      }),
  })
}

export const meta: Route.MetaFunction = titleMeta

export default function OwnRatesPage({ loaderData, actionData, params }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <OwnRates {...loaderData} advertiserId={params.advertiserId} answer={actionData} />
    </TextsProvider>
  )
}

interface OwnRatesProps {
  rates: OwnRatesView
  setup: OfferedSetup | null
  advertiserId: string
  answer: IntentAnswer | undefined
}

function OwnRates({ rates, setup, advertiserId, answer }: OwnRatesProps) {
  const t = useTexts('rates')
  const offered = useTexts('offered-setup')
  const { scheduled, notices } = rates
  const isOpen = ({ acknowledged_at: at, is_withdrawn: isWithdrawn }: (typeof notices)[number]) =>
    at === null && !isWithdrawn
  const open = notices.filter(isOpen)
  const read = notices.filter((notice) => !isOpen(notice))
  const begins = () => scheduled && <DateText value={scheduled.effective_from} />
  return (
    <>
      <PageHeader
        eyebrow={<Link to="/advertisers">{t('own.back')}</Link>}
        title={t('own.title', { name: rates.advertiser_name })}
        text={t(getText(rates))}
        actions={
          <Button component={Link} to={`/rates/${advertiserId}/calculator`} variant="default">
            {t('price.title')}
          </Button>
        }
      />
      <RowRefusal answer={answerTo(answer, 'acknowledge')} />
      <OwnNotices notices={open} answer={answer} />
      <PresentRates rates={rates} />
      {scheduled && !rates.is_closed && (
        <Panel title={t.rich('own.scheduled', { date: begins })} text={t('own.clicks')} flush>
          <HeldRates rates={scheduled.rates} />
        </Panel>
      )}
      {setup && (
        <Panel title={offered('title')}>
          <OfferedSetupFacts setup={setup} />
        </Panel>
      )}
      <OwnNotices notices={read} answer={answer} />
    </>
  )
}

function getText({ is_closed: isClosed, membership }: OwnRatesView) {
  if (isClosed) return 'own.textClosed'
  return membership === 'joined' ? 'own.text' : 'own.textNotJoined'
}

/** The rates in force; of a closed programme those that clicks before the close keep. */
function PresentRates({ rates }: { rates: OwnRatesView }) {
  const t = useTexts('rates')
  const { closes_at: closesAt, is_closed: isClosed, in_force: inForce } = rates
  const date = () => closesAt && <DateText value={closesAt} />
  return (
    <Panel
      title={isClosed ? t.rich('own.closed', { date }) : t('inForce')}
      text={closesAt === null ? undefined : t.rich(isClosed ? 'own.closedText' : 'own.closes', { date })}
      flush
    >
      {inForce.length === 0 ? <EmptyState title={t('own.empty')} /> : <HeldRates rates={inForce} />}
    </Panel>
  )
}
