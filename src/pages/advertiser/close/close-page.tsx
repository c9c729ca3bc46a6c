import { Stack, Text } from '@mantine/core'
import { Link, redirectDocument } from 'react-router'
import type { Route } from './+types/close-page'
import { closeProgramCall, getClosingCall, keepProgramCall } from '#domains/programmes/closings/contract.ts'
import type { ClosingPage, ClosingView } from '#domains/programmes/closings/contract.ts'
import { prepareOwnExportCall } from '#domains/desk/privacy/contract.ts'
import { DownloadDataForm } from '#domains/desk/privacy/web/download-data-form.tsx'
import { summariseOrdersToDecideCall } from '#domains/orders/transactions/contract/orders.ts'
import { callContext, isDocumentRequest } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { answerTo, readText, runIntent } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/fields.tsx'
import { ActionForm, FormMessage, SubmitButton } from '#ui/form.tsx'
import { DateText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { StepList } from '#ui/step-list.tsx'
import { TeamGate } from '#ui/team-gate.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const [closing, orders] = await Promise.all([call(getClosingCall), call(summariseOrdersToDecideCall, { query: {} })])
  const { matching, held, without_rate: withoutRate } = orders.data
  const waiting = matching.count + held.count + withoutRate.count
  return { ...getPageMeta(context, 'closings.title', ['closings', 'privacy']), page: closing.data, waiting }
}

export async function action({ context, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  return runIntent(context, await readForm(request, context), {
    close: (form) => call(closeProgramCall, { body: { day: readText(form, 'day') } }),
    keep: () => call(keepProgramCall),
    downloadData: async () => {
      const ready = await call(prepareOwnExportCall)
      // A browser without scripts opens the file; a script starts the download.
      if (isDocumentRequest(request)) throw redirectDocument(ready.path, 303)
      return ready
    },
  })
}

export const meta: Route.MetaFunction = titleMeta

export default function AdvertiserClosePage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Close page={loaderData.page} waiting={loaderData.waiting} answer={actionData} />
    </TextsProvider>
  )
}

interface CloseProps {
  page: ClosingPage | null
  /** How many orders wait for a decision. */
  waiting: number
  answer: IntentAnswer | undefined
}

function Close({ page, waiting, answer }: CloseProps) {
  const t = useTexts('closings')
  return (
    <>
      <PageHeader
        eyebrow={<Link to="/brand/programme">{page?.title ?? t('programme')}</Link>}
        title={t('title')}
        text={t('text')}
      />
      {answerTo(answer, 'close')?.ok && <FormMessage tone="good">{t('announced')}</FormMessage>}
      {answerTo(answer, 'keep')?.ok && <FormMessage tone="good">{t('kept')}</FormMessage>}
      {page === null || page.program_status === 'draft' ? (
        <Panel>
          <EmptyState title={t('none')} text={t('noneText')} />
        </Panel>
      ) : (
        <TeamGate act="close_programme">
          <Stack gap="lg">
            {page.closing ? (
              <Announced closing={page.closing} waiting={waiting} answer={answer} />
            ) : (
              page.program_status !== 'closed' && <Announce page={page} waiting={waiting} answer={answer} />
            )}
            <Panel title={t('export')} text={t('exportText')}>
              <DownloadDataForm answer={answer} />
            </Panel>
          </Stack>
        </TeamGate>
      )}
    </>
  )
}

/** Chooses the day, with what follows from it. */
function Announce({ page, waiting, answer }: CloseProps & { page: ClosingPage }) {
  const t = useTexts('closings')
  const { earliest, latest, notice_days: days, joined_count: publishers } = page
  return (
    <Panel title={t('choose')} text={t('chooseText', { days })}>
      <Text mb="md">{t('concerned', { publishers, orders: waiting })}</Text>
      <ActionForm intent="close" result={answerTo(answer, 'close')}>
        <TextField
          type="date"
          name="day"
          label={t('day')}
          description={t('dayHint')}
          defaultValue={earliest}
          min={earliest}
          max={latest}
          maw="16rem"
          required
        />
        <SubmitButton color="red">{t('announce')}</SubmitButton>
      </ActionForm>
    </Panel>
  )
}

interface AnnouncedProps extends Omit<CloseProps, 'page'> {
  closing: ClosingView
}

/** The steps with their dates, and how to take the end back. */
function Announced({ closing, waiting, answer }: AnnouncedProps) {
  const t = useTexts('closings')
  const keep = (
    <ConfirmAction
      variant="default"
      label={t('keep')}
      title={t('keepTitle')}
      text={t('keepText')}
      confirmLabel={t('keep')}
      intent="keep"
      result={answerTo(answer, 'keep')}
    />
  )
  const steps = closing.steps.map(({ step, at, is_done: isDone }) => ({
    key: step,
    isDone,
    title: (
      <>
        {t(step === 'closes' && isDone ? 'steps.closes.titleDone' : `steps.${step}.title`)}: <DateText value={at} />
      </>
    ),
    text: t(`steps.${step}.text`),
  }))
  return (
    <Panel
      title={t(closing.is_closed ? 'closed' : 'closing')}
      text={t('concernedNow', { orders: waiting })}
      actions={!closing.is_closed && keep}
    >
      <StepList steps={steps} doneText={t('done')} />
    </Panel>
  )
}
