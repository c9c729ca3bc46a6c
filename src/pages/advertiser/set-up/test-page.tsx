import { Button } from '@mantine/core'
import { Link, useRevalidator } from 'react-router'
import type { Route } from './+types/test-page'
import { createOwnSecretCall, listOwnSecretsCall, revokeOwnSecretCall } from '#domains/people/advertisers/contract.ts'
import type { SecretKind } from '#domains/people/advertisers/rules.ts'
import { getOwnAdvertiserCall } from '#domains/programmes/programs/contract/program.ts'
import type { ProgramView } from '#domains/programmes/programs/contract/program.ts'
import { changeOwnProgramCall, getSetupCall, issueTestClickCall } from '#domains/partners/setup/contract/advertiser.ts'
import { TestOrderTable } from '#domains/partners/setup/web/test-order-table.tsx'
import { callContext, sessionContext } from '#platform/web/call-context.ts'
import { pickErrors } from '#platform/web/error-texts.ts'
import { readForm } from '#platform/web/form.ts'
import { answerTo, readText, runIntent } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/fields.tsx'
import { ActionForm, FormMessage, SubmitButton } from '#ui/form.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { TeamGate } from '#ui/team-gate.tsx'
import { PostbackSecrets } from '../programme/postback-secrets.tsx'
import { chooseTokens } from '../programme/code-snippets.ts'
import { StepsLink } from './steps-link.tsx'
import { TestClickPanel } from './test-click-panel.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const [advertiser, setup, secrets] = await Promise.all([
    call(getOwnAdvertiserCall),
    call(getSetupCall),
    call(listOwnSecretsCall),
  ])
  const { program } = advertiser.data
  const testClick = program && program.terms.length > 0 ? await call(issueTestClickCall) : undefined
  const pageMeta = getPageMeta(context, 'setup.test.title', ['setup', 'programs', 'advertisers'])
  return {
    ...pageMeta,
    texts: { ...pageMeta.texts, ...pickErrors(context.get(sessionContext), ['postback']) },
    name: advertiser.data.name,
    program,
    setup: setup.data,
    secrets: secrets.data,
    testClick: testClick?.data,
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  return runIntent(context, form, {
    clickParam: () => call(changeOwnProgramCall, { body: { click_param: readText(form, 'click_param') } }),
    createSecret: () => call(createOwnSecretCall, { body: { kind: readText(form, 'kind') as SecretKind } }),
    revokeSecret: () => call(revokeOwnSecretCall, { params: { secret_id: readText(form, 'secret_id') } }),
  })
}

export const meta: Route.MetaFunction = titleMeta

export default function TestPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Test data={loaderData} answer={actionData} />
    </TextsProvider>
  )
}

interface TestProps {
  data: Route.ComponentProps['loaderData']
  answer: IntentAnswer | undefined
}

function Test({ data, answer }: TestProps) {
  const t = useTexts('setup')
  const { program, setup, secrets, testClick } = data
  const isDraft = program?.status === 'draft'
  return (
    <>
      <PageHeader
        eyebrow={data.name}
        title={t('test.title')}
        text={t('test.text')}
        actions={
          <>
            {testClick && (
              <Button component={Link} to="/brand/tracking/test" variant="default">
                {t('test.walk')}
              </Button>
            )}
            <StepsLink isDraft={isDraft} />
          </>
        }
      />
      {setup.is_test_skipped && isDraft && <FormMessage tone="good">{t('test.skipped')}</FormMessage>}
      {program && isDraft && setup.opening?.state !== 'waiting' && (
        <TeamGate act="run_programme">
          <ParamPanel program={program} answer={answer} />
        </TeamGate>
      )}
      <PostbackSecrets secrets={secrets} answer={answer} />
      {testClick ? (
        <TestClickPanel click={testClick} terms={program?.terms[0]} tokens={chooseTokens(answer)} />
      ) : (
        <NeedsTerms />
      )}
      <Results data={data} />
    </>
  )
}

function ParamPanel({ program, answer }: { program: ProgramView; answer: IntentAnswer | undefined }) {
  const t = useTexts('setup')
  return (
    <Panel title={t('test.param')} text={t('test.paramText')}>
      <ActionForm intent="clickParam" result={answerTo(answer, 'clickParam')} success={t('test.paramSaved')}>
        <TextField
          name="click_param"
          label={t('test.paramField')}
          defaultValue={program.click_param}
          autoCapitalize="off"
          maxLength={40}
          required
        />
        <SubmitButton variant="default">{t('test.paramSave')}</SubmitButton>
      </ActionForm>
    </Panel>
  )
}

function NeedsTerms() {
  const t = useTexts('setup')
  return (
    <Panel title={t('test.click')}>
      <EmptyState
        title={t('test.needsTerms')}
        text={t('test.needsTermsText')}
        action={
          <Button component={Link} to="/brand/terms">
            {t('steps.terms.action')}
          </Button>
        }
      />
    </Panel>
  )
}

function Results({ data: { setup } }: Pick<TestProps, 'data'>) {
  const t = useTexts('setup')
  const { revalidate, state } = useRevalidator()
  const refresh = (
    <Button variant="default" size="sm" loading={state === 'loading'} onClick={() => void revalidate()}>
      {t('test.refresh')}
    </Button>
  )
  const empty = (
    <EmptyState
      title={t('test.empty')}
      text={t('test.emptyText')}
      action={
        <Button component={Link} to="/brand/tracking" variant="default" size="sm">
          {t('test.postbacks')}
        </Button>
      }
    />
  )
  return (
    <Panel title={t('test.results')} text={t('test.resultsText')} actions={refresh} flush>
      <TestOrderTable orders={setup.test_orders} empty={empty} />
    </Panel>
  )
}
