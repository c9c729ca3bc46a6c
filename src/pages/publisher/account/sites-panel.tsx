import { lazy } from 'react'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { answerTo } from '#platform/web/intents.ts'
import { useOptionText } from '#platform/web/option-text.ts'
import { useTexts } from '#platform/web/texts.tsx'
import type { SiteView } from '#domains/people/publishers/contract.ts'
import { SiteTable } from '#domains/people/publishers/web/site-table.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { RowActions } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Panel } from '#ui/panel.tsx'
import type { FieldOption } from './account.server-actions.ts'
import { DialogForm } from '#ui/dialog-form.tsx'

const SiteFields = lazy(async () => ({ default: (await import('./account-fields.tsx')).SiteFields }))

interface SitesPanelProps {
  sites: readonly SiteView[]
  /** The countries by position; without them, for a sub-account, nothing can be changed. */
  countries: readonly FieldOption[] | undefined
  answer: IntentAnswer | undefined
}

/** The publisher's sites, which can be added, edited, and switched off and on. */
export function SitesPanel({ sites, countries, answer }: SitesPanelProps) {
  const t = useTexts('publishers')
  const categoryText = useCategoryText()
  return (
    <Panel
      title={t('sites.title')}
      text={t('sites.text')}
      actions={countries && <SiteDialog countries={countries} answer={answer} />}
      flush
    >
      <SiteTable
        sites={sites}
        categoryText={categoryText}
        empty={<EmptyState art="link" title={t('sites.emptyTitle')} text={t('sites.emptyText')} />}
        renderActions={countries && ((site) => <SiteActions site={site} countries={countries} answer={answer} />)}
      />
    </Panel>
  )
}

interface SiteFormProps {
  /** The site to edit; a new one is added when missing. */
  site?: SiteView
  countries: readonly FieldOption[]
  answer: IntentAnswer | undefined
}

function SiteActions({ site, countries, answer }: SiteFormProps & { site: SiteView }) {
  const t = useTexts('publishers')
  const intent = site.is_active ? 'deactivate' : 'activate'
  return (
    <RowActions>
      <SiteDialog site={site} countries={countries} answer={answer} />
      <ConfirmAction
        size="xs"
        variant="subtle"
        label={t(`sites.${intent}`)}
        title={t(`sites.${intent}Title`, { name: site.name })}
        text={t(`sites.${intent}Text`)}
        confirmLabel={t(`sites.${intent}`)}
        intent={intent}
        fields={{ key: site.key }}
        result={answerTo(answer, 'activate', 'deactivate')}
      />
    </RowActions>
  )
}

function SiteDialog({ site, countries, answer }: SiteFormProps) {
  const t = useTexts('publishers')
  const look = site
    ? ({ intent: 'editSite', size: 'xs', variant: 'default', label: t('sites.edit') } as const)
    : ({ intent: 'addSite', size: 'sm', variant: 'filled', label: t('sites.add') } as const)
  const title = site ? t('sites.editTitle', { name: site.name }) : t('sites.addTitle')
  return (
    <DialogForm {...look} title={title} submitLabel={t('sites.save')} answer={answer}>
      <SiteFields site={site} countries={countries} />
    </DialogForm>
  )
}

/** Returns a function that translates the name of a category. */
function useCategoryText(): (name: string) => string {
  const t = useTexts('sign-up')
  const optionText = useOptionText()
  const before = 'Mobile app: '
  return (name) =>
    name.startsWith(before) ? `${optionText(name.slice(before.length))} (${t('group.app')})` : optionText(name)
}
