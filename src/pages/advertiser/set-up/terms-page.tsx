import { Button } from '@mantine/core'
import { Suspense, lazy } from 'react'
import { Link } from 'react-router'
import type { Route } from './+types/terms-page'
import { countryList } from '#domains/partners/applications/web/form/country-list.server.ts'
import { getOwnAdvertiserCall } from '#domains/programmes/programs/contract/program.ts'
import type { ProgramView } from '#domains/programmes/programs/contract/program.ts'
import { NewTermsPanel } from '#domains/programmes/programs/web/new-terms-panel.tsx'
import { ProgramFacts } from '#domains/programmes/programs/web/program-facts.tsx'
import { readTermsForm } from '#domains/programmes/programs/web/program-input.ts'
import { TermsPanel } from '#domains/programmes/programs/web/terms-panel.tsx'
import { addDraftTermsCall, getSetupCall } from '#domains/partners/setup/contract/advertiser.ts'
import { callContext, sessionContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { answerTo, runIntent } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FormMessage } from '#ui/form.tsx'
import { HashTabs } from '#ui/hash-tabs.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { TeamGate } from '#ui/team-gate.tsx'
import { StepsLink } from './steps-link.tsx'
import { buildProgramActions } from '../programme/program-actions.ts'
import { buildRateActions } from '../terms/rate-actions.ts'
import { getRatesCall } from '#domains/partners/terms/contract/advertiser.ts'

/** Loaded while the programme is a draft. */
const AboutPanel = lazy(async () => ({ default: (await import('../programme/about-panel.tsx')).AboutPanel }))
const MethodsPanel = lazy(async () => ({ default: (await import('../programme/methods-panel.tsx')).MethodsPanel }))

/** Loaded once the programme is open, so that its set-up does not load it. */
const RatesPanels = lazy(async () => ({ default: (await import('../terms/rates-panels.tsx')).RatesPanels }))

export async function loader({ context, request }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const [advertiser, setup, found] = await Promise.all([
    call(getOwnAdvertiserCall),
    call(getSetupCall),
    call(getRatesCall),
  ])
  const edit = new URL(request.url).searchParams.get('edit')
  const rates = found.data
  return {
    ...getPageMeta(context, 'rates.title', ['setup', 'programs', 'rates']),
    name: advertiser.data.name,
    program: advertiser.data.program,
    edit,
    // Only the form names all publishers.
    rates: rates && edit === null ? { ...rates, publishers: [] } : rates,
    isWaiting: setup.data.opening?.state === 'waiting',
    countries: countryList(context.get(sessionContext).locale).map(([value, label]) => ({ value, label })),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  return runIntent(context, form, {
    ...buildRateActions(call, form),
    ...buildProgramActions(call, form),
    terms: () => call(addDraftTermsCall, { body: readTermsForm(form) }),
  })
}

export const meta: Route.MetaFunction = titleMeta

export default function TermsPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Terms data={loaderData} answer={actionData} />
    </TextsProvider>
  )
}

type Data = Route.ComponentProps['loaderData']

function Terms({ data, answer }: { data: Data; answer: IntentAnswer | undefined }) {
  const t = useTexts('setup')
  const programs = useTexts('programs')
  const rates = useTexts('rates')
  const { program, isWaiting } = data
  const isDraft = program?.status === 'draft'
  return (
    <>
      <PageHeader
        eyebrow={data.name}
        title={rates('title')}
        actions={isDraft ? <StepsLink isDraft /> : data.rates && <RatesLinks />}
      />
      {program === null ? (
        <Panel>
          <EmptyState title={programs('brand.noProgram')} text={programs('brand.noProgramText')} />
        </Panel>
      ) : isDraft && !isWaiting ? (
        <DraftTabs program={program} countries={data.countries} answer={answer} />
      ) : (
        <>
          <Suspense>
            {data.rates && (
              <RatesPanels rates={data.rates} methods={program.methods} edit={data.edit} answer={answer} />
            )}
          </Suspense>
          <TermsPanel terms={program.terms} text={isDraft ? t('terms.waiting') : rates('versions')} />
          {isDraft && (
            <Panel title={program.title}>
              <ProgramFacts program={program} />
            </Panel>
          )}
        </>
      )}
    </>
  )
}

function RatesLinks() {
  const t = useTexts('rates')
  return (
    <>
      <Button component={Link} to="/brand/terms/notices" variant="default">
        {t('notices.title')}
      </Button>
      <Button component={Link} to="/brand/terms/calculator" variant="default">
        {t('price.title')}
      </Button>
    </>
  )
}

interface DraftTabsProps {
  program: ProgramView
  countries: Data['countries']
  answer: IntentAnswer | undefined
}

function DraftTabs({ program, countries, answer }: DraftTabsProps) {
  const t = useTexts('setup')
  const programs = useTexts('programs')
  const result = answerTo(answer, 'terms')
  const rates = (
    <TeamGate act="set_terms">
      {result?.ok && <FormMessage tone="good">{programs('terms.added')}</FormMessage>}
      {program.terms.length > 0 && <TermsPanel terms={program.terms} text={programs('terms.text')} />}
      <NewTermsPanel
        key={program.terms.length}
        latest={program.terms[0]}
        result={result}
        text={programs('terms.newText')}
      >
        {null}
      </NewTermsPanel>
    </TeamGate>
  )
  return (
    <HashTabs
      label={t('terms.tabs')}
      tabs={[
        { id: 'rates', label: t('terms.tabTerms'), content: rates },
        {
          id: 'about',
          label: t('terms.tabAbout'),
          content: (
            <Suspense>
              <AboutPanel program={program} countries={countries} answer={answer} />
            </Suspense>
          ),
        },
        {
          id: 'methods',
          label: t('terms.tabMethods'),
          content: (
            <Suspense>
              <MethodsPanel program={program} answer={answer} />
            </Suspense>
          ),
        },
      ]}
    />
  )
}
