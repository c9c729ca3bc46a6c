import { Box, Group } from '@mantine/core'
import { Link, redirectDocument } from 'react-router'
import type { Route } from './+types/account-data-page'
import { callContext, isDocumentRequest } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { answerTo, readText, runIntent } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { Facts } from '#ui/facts.tsx'
import { TextField } from '#ui/fields.tsx'
import { ActionForm, FormMessage, SubmitButton } from '#ui/form.tsx'
import { useDayText } from '#ui/month-text.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import {
  eraseAccountCall,
  getErasureCall,
  keepAccountCall,
  prepareExportCall,
  requestErasureCall,
} from '#domains/desk/privacy/contract.ts'
import { ERASURE_DAYS } from '#domains/desk/privacy/rules.ts'
import { useOpenAmounts } from '#domains/desk/privacy/web/open-amounts.ts'
import { DownloadDataForm } from '#domains/desk/privacy/web/download-data-form.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const id = { account_id: params.accountId }
  const { data } = await context.get(callContext)(getErasureCall, { params: id })
  return { account: data, ...getPageMeta(context, 'privacy.operator.title', ['privacy']) }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  const id = { account_id: params.accountId }
  return runIntent(context, form, {
    downloadData: async () => {
      const ready = await call(prepareExportCall, { params: id })
      // A browser without scripts opens the file; a script starts the download.
      if (isDocumentRequest(request)) throw redirectDocument(ready.path, 303)
      return ready
    },
    erase: () => call(eraseAccountCall, { params: id, body: { email: readText(form, 'email') } }),
    request: () => call(requestErasureCall, { params: id, body: { email: readText(form, 'email') } }),
    keep: () => call(keepAccountCall, { params: id }),
  })
}

export const meta: Route.MetaFunction = titleMeta

export default function AccountDataPage(props: Route.ComponentProps) {
  return (
    <TextsProvider texts={props.loaderData.texts}>
      <AccountData {...props} />
    </TextsProvider>
  )
}

function AccountData({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('privacy')
  const { account } = loaderData
  const isDone = (intent: string) => answerTo(actionData, intent)?.ok
  return (
    <>
      <PageHeader
        eyebrow={<Link to="/operator/accounts">{t('operator.back')}</Link>}
        title={account.display_name}
        text={account.erased_at === null ? account.email : t('operator.erased')}
      />
      {isDone('erase') && <FormMessage tone="good">{t('operator.done')}</FormMessage>}
      {isDone('request') && <FormMessage tone="good">{t('operator.requested')}</FormMessage>}
      {isDone('keep') && <FormMessage tone="good">{t('operator.kept')}</FormMessage>}
      <Panel title={t('operator.export')} text={t('operator.exportText')}>
        <DownloadDataForm answer={actionData} />
      </Panel>
      {account.erased_at === null && (
        <Panel title={t('operator.erase')} text={t(account.can_erase ? 'operator.eraseText' : 'operator.lastOperator')}>
          {account.can_erase && <Erase account={account} answer={actionData} />}
        </Panel>
      )}
    </>
  )
}

interface EraseProps {
  account: Route.ComponentProps['loaderData']['account']
  answer: Route.ComponentProps['actionData']
}

function Erase({ account, answer }: EraseProps) {
  const t = useTexts('privacy')
  const { owed, debt } = useOpenAmounts(account.balances)
  const dayText = useDayText()
  const { display_name: name, due_at: dueAt } = account
  const warnings = [
    owed !== '' && t('operator.eraseOwed', { owed }),
    debt !== '' && t('operator.eraseDebt', { debt }),
    t('operator.eraseConfirm'),
  ].filter((text) => text !== false)
  const typed = <TextField name="email" label={t('operator.typeEmail', { email: account.email })} required />
  return (
    <>
      <Box mb="md">
        <Facts
          facts={[
            owed !== '' && [t('operator.owed'), owed],
            debt !== '' && [t('operator.debt'), debt],
            [t('operator.pending'), account.pending_transactions],
          ]}
        />
      </Box>
      {dueAt !== null && <FormMessage tone="bad">{t('operator.due', { day: dayText(dueAt) })}</FormMessage>}
      <Group gap="sm">
        {dueAt === null ? (
          <ConfirmAction
            variant="default"
            label={t('operator.request', { days: ERASURE_DAYS })}
            title={t('operator.requestTitle', { name, days: ERASURE_DAYS })}
            text={[t('operator.requestText'), ...warnings].join(' ')}
            confirmLabel={t('operator.request', { days: ERASURE_DAYS })}
            intent="request"
            result={answerTo(answer, 'request')}
          >
            {typed}
          </ConfirmAction>
        ) : (
          <ActionForm intent="keep" result={answerTo(answer, 'keep')}>
            <SubmitButton variant="default">{t('operator.keep')}</SubmitButton>
          </ActionForm>
        )}
        <ConfirmAction
          tone="bad"
          label={t('operator.eraseNow')}
          title={t('operator.eraseTitle', { name })}
          text={warnings.join(' ')}
          confirmLabel={t('operator.eraseNow')}
          intent="erase"
          result={answerTo(answer, 'erase')}
        >
          {typed}
        </ConfirmAction>
      </Group>
    </>
  )
}
