import { Box } from '@mantine/core'
import { redirectDocument } from 'react-router'
import type { Route } from './+types/account-data-page'
import { callContext, isDocumentRequest } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { answerTo, readText, runIntent } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { Facts } from '#ui/facts.tsx'
import { TextField } from '#ui/fields.tsx'
import { FormMessage } from '#ui/form.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { eraseAccountCall, getErasureCall, prepareExportCall } from '#domains/privacy/contract.ts'
import { DownloadDataForm } from '#domains/privacy/web/download-data-form.tsx'

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
  const isDebt = ({ amount }: { amount: string }) => amount.startsWith('-')
  const list = (balances: typeof account.balances) =>
    balances.map(({ amount, currency }) => `${amount.replace('-', '')} ${currency}`).join(', ')
  const owed = list(account.balances.filter((balance) => !isDebt(balance)))
  const debt = list(account.balances.filter(isDebt))
  const warnings = [
    owed !== '' && t('operator.eraseOwed', { owed }),
    debt !== '' && t('operator.eraseDebt', { debt }),
    t('operator.eraseConfirm'),
  ]
  return (
    <>
      <PageHeader
        title={account.display_name}
        text={account.erased_at === null ? account.email : t('operator.erased')}
      />
      {answerTo(actionData, 'erase')?.ok && <FormMessage tone="good">{t('operator.done')}</FormMessage>}
      <Panel title={t('operator.export')} text={t('operator.exportText')}>
        <DownloadDataForm answer={actionData} />
      </Panel>
      {account.can_erase && (
        <Panel title={t('operator.erase')} text={t('operator.eraseText')}>
          <Box mb="md">
            <Facts
              facts={[
                [t('operator.owed'), owed || t('operator.nothing')],
                debt !== '' && [t('operator.debt'), debt],
                [t('operator.pending'), account.pending_transactions],
              ]}
            />
          </Box>
          <ConfirmAction
            tone="bad"
            label={t('operator.erase')}
            title={t('operator.eraseTitle', { name: account.display_name })}
            text={warnings.filter((text) => text !== false).join(' ')}
            confirmLabel={t('operator.eraseNow')}
            intent="erase"
            result={answerTo(actionData, 'erase')}
          >
            <TextField name="email" label={t('operator.typeEmail', { email: account.email })} required />
          </ConfirmAction>
        </Panel>
      )}
    </>
  )
}
