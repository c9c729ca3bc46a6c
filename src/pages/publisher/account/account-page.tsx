import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Route } from './+types/account-page'
import { callContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { answerTo, runIntent, readText } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { RowActions } from '#ui/data-table.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Facts } from '#ui/facts.tsx'
import { HiddenField, TextField } from '#ui/fields.tsx'
import { ActionForm, FormMessage, SubmitButton } from '#ui/form.tsx'
import { DateText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import {
  activateSiteCall,
  createSiteCall,
  deactivateSiteCall,
  getOwnPublisherCall,
  updateSiteCall,
} from '#domains/publishers/contract.ts'
import type { SiteView } from '#domains/publishers/contract.ts'
import { SecurityPanels } from '#pages/signed-in/account/security-panels.tsx'
import { loadSecurity, securityActions } from '#pages/signed-in/account/security.server-actions.ts'
import { SiteTable } from '#domains/publishers/web/site-table.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { message } = await context.get(callContext)(getOwnPublisherCall)
  const security = await loadSecurity(context)
  return {
    ...getPageMeta(context, 'publishers.account.title', ['publishers', 'security']),
    publisher: message,
    security,
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  const body = () => ({ site_url: readText(form, 'site_url'), site_name: readText(form, 'site_name') })
  const params = { key: readText(form, 'key') }
  return runIntent(context, form, {
    ...securityActions(context, form),
    addSite: () => call(createSiteCall, { body: body() }),
    editSite: () => call(updateSiteCall, { params, body: body() }),
    deactivate: () => call(deactivateSiteCall, { params }),
    activate: () => call(activateSiteCall, { params }),
  })
}

export const meta: Route.MetaFunction = titleMeta

export default function AccountPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Account publisher={loaderData.publisher} answer={actionData} />
      <SecurityPanels security={loaderData.security} answer={actionData} />
    </TextsProvider>
  )
}

const SITE_INTENTS = ['addSite', 'editSite', 'deactivate', 'activate']

type OwnPublisher = Route.ComponentProps['loaderData']['publisher']

function Account({ publisher, answer }: { publisher: OwnPublisher; answer: IntentAnswer | undefined }) {
  const t = useTexts('publishers')
  const isAboutSites = answer !== undefined && SITE_INTENTS.includes(answer.intent)
  const notice =
    answer?.ok && isAboutSites ? t(answer.intent === 'addSite' ? 'sites.addedNotice' : 'sites.saved') : undefined
  return (
    <>
      <PageHeader title={t('account.title')} text={t('account.text')} />
      {notice !== undefined && <FormMessage tone="good">{notice}</FormMessage>}
      <Panel title={t('account.profile')}>
        <Facts
          facts={[
            [t('account.name'), publisher.name],
            [t('account.email'), publisher.email],
            [t('account.since'), <DateText key="since" value={publisher.created_at} />],
          ]}
        />
      </Panel>
      <Panel title={t('sites.title')} text={t('sites.text')} actions={<SiteDialog answer={answer} />} flush>
        <SiteTable
          sites={publisher.sites}
          empty={<EmptyState art="link" title={t('sites.emptyTitle')} text={t('sites.emptyText')} />}
          renderActions={(site) => <SiteActions site={site} answer={answer} />}
        />
      </Panel>
    </>
  )
}

function SiteActions({ site, answer }: { site: SiteView; answer: IntentAnswer | undefined }) {
  const t = useTexts('publishers')
  const intent = site.is_active ? 'deactivate' : 'activate'
  return (
    <RowActions>
      <SiteDialog site={site} answer={answer} />
      <ConfirmAction
        size="xs"
        variant="subtle"
        label={t(`sites.${intent}`)}
        title={t(`sites.${intent}Title`, { name: site.name })}
        text={t(`sites.${intent}Text`)}
        confirmLabel={t(`sites.${intent}`)}
        intent={intent}
        fields={{ key: site.key }}
        result={answerTo(answer, intent)}
      />
    </RowActions>
  )
}

interface SiteDialogProps {
  /** The site to edit; a new one is added when missing. */
  site?: SiteView
  answer: IntentAnswer | undefined
}

/** A button with the dialog that adds a site or edits the given one. The dialog closes on success. */
function SiteDialog({ site, answer }: SiteDialogProps) {
  const t = useTexts('publishers')
  const [opened, setOpened] = useState<{ before: IntentAnswer | undefined }>()
  const look = site
    ? ({ intent: 'editSite', size: 'xs', variant: 'default', label: t('sites.edit') } as const)
    : ({ intent: 'addSite', size: 'sm', variant: 'filled', label: t('sites.add') } as const)
  const result = opened && answer !== opened.before ? answerTo(answer, look.intent) : undefined
  // Stays closed: the next navigation removes the answer, and the form must not open again then.
  if (result?.ok) setOpened(undefined)
  return (
    <>
      <Button size={look.size} variant={look.variant} onClick={() => setOpened({ before: answer })}>
        {look.label}
      </Button>
      <Dialog
        title={site ? t('sites.editTitle', { name: site.name }) : t('sites.addTitle')}
        isOpen={opened !== undefined}
        onClose={() => setOpened(undefined)}
      >
        <ActionForm intent={look.intent} result={result}>
          <SiteFields site={site} />
          <SubmitButton>{t('sites.save')}</SubmitButton>
        </ActionForm>
      </Dialog>
    </>
  )
}

function SiteFields({ site }: { site: SiteView | undefined }) {
  const t = useTexts('publishers')
  return (
    <>
      {site && <HiddenField name="key" value={site.key} />}
      <TextField
        name="site_name"
        label={t('sites.name')}
        description={t('sites.nameHint')}
        defaultValue={site?.name}
        maxLength={120}
        required
        data-autofocus
      />
      <TextField
        name="site_url"
        label={t('sites.url')}
        description={t('sites.urlHint')}
        defaultValue={site?.url}
        inputMode="url"
        required
      />
    </>
  )
}
