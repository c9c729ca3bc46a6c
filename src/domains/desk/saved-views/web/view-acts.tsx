import { Button, Paper, Stack } from '@mantine/core'
import { IconDots, IconPlus } from '@tabler/icons-react'
import { Suspense, lazy, useState } from 'react'
import type { MouseEvent } from 'react'
import { Link, useFetcher } from 'react-router'
import type { ShownList } from '#platform/web/read-list.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { ActionForm, FormMessage, SubmitButton } from '#ui/form.tsx'
import type { ActionResult } from '#ui/form.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import type { View } from '../contract.ts'
import { VIEWS_PATH } from '../rules/limits.ts'
import type { LoadedViews } from './load-list.ts'

const ViewForm = lazy(async () => ({ default: (await import('./view-form.tsx')).ViewForm }))

const ScheduleForm = lazy(async () => ({ default: (await import('./schedule-form.tsx')).ScheduleForm }))

interface ViewsProps {
  list: ShownList
  views: LoadedViews
}

interface ViewActsProps extends ViewsProps {
  /** What a view would keep of the search of the list. */
  present: string
  /** Whether that is something else than the open view keeps. */
  isChanged: boolean
}

/** What mails, changes and saves the views of a list. Apart from the list, so that most pages do not load it. */
export function ViewActs({ list, views, present, isChanged }: ViewActsProps) {
  const { open } = views
  return (
    <>
      {open?.can_be_mailed && <MailView view={open} />}
      {open?.is_own && <OwnViewMenu view={open} list={list} change={isChanged ? present : undefined} />}
      {(!open || isChanged) && <SaveView list={list} views={views} query={present} />}
    </>
  )
}

/** Opens the form that saves the present search: in a dialog, or as a page without a script. */
function SaveView({ list, views, query }: ViewsProps & { query: string }) {
  const t = useTexts('saved-views')
  const subject = { list: list.name, query }
  return (
    <FormDialog
      title={t('saveTitle')}
      label={t('save')}
      path={`${VIEWS_PATH}/new?${new URLSearchParams(subject)}`}
      subject={subject}
      audiences={getAudiences(views)}
      canPinForOthers={views.canPinForOthers}
    />
  )
}

/** Returns for whom an account can save views, beside itself. */
export function getAudiences({ hasTeam, roles }: Pick<LoadedViews, 'hasTeam' | 'roles'>): string[] {
  return hasTeam ? ['team', ...roles] : []
}

/** Opens the form that has a view mailed. */
function MailView({ view }: { view: View }) {
  const t = useTexts('saved-views')
  return (
    <FormDialog
      title={t('byMailTitle', { name: view.name })}
      label={t('byMail')}
      path={`${VIEWS_PATH}/${view.id}/mail`}
      subject={view}
      isByMail
    />
  )
}

interface FormDialogProps {
  title: string
  label: string
  path: string
  subject: View | { list: string; query: string }
  audiences?: readonly string[]
  canPinForOthers?: boolean
  /** Whether the form has the view mailed; otherwise it names the view. */
  isByMail?: boolean
}

function FormDialog({ title, label, path, subject, isByMail = false, ...form }: FormDialogProps) {
  const fetcher = useFetcher<ActionResult>()
  const [isOpen, setOpen] = useState(false)
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <>
      <Button
        component={Link}
        to={path}
        onClick={open}
        size="compact-md"
        fz="0.9rem"
        variant="subtle"
        leftSection={!('id' in subject) && <IconPlus size={16} aria-hidden />}
      >
        {label}
      </Button>
      <Dialog title={title} isOpen={isOpen} onClose={() => setOpen(false)}>
        <Suspense>
          {isByMail && 'id' in subject ? (
            <ScheduleForm view={subject} result={fetcher.data} fetcher={fetcher} />
          ) : (
            <ViewForm {...form} subject={subject} result={fetcher.data} fetcher={fetcher} />
          )}
        </Suspense>
      </Dialog>
    </>
  )
}

interface OwnViewMenuProps {
  view: View
  list: ShownList
  /** What the list shows now, if that is something else. */
  change: string | undefined
}

/** What the account can do with its own view. */
function OwnViewMenu({ view, list, change }: OwnViewMenuProps) {
  const t = useTexts('saved-views')
  const next = `${list.path}?${list.search}`
  return (
    <Disclosure summary={<IconDots size={20} aria-hidden />} label={t('menu', { name: view.name })} closesOnBlur>
      <Paper pos="absolute" left={0} mt={6} p="xs" shadow="md" withBorder style={{ zIndex: 60 }}>
        <Stack gap={4} miw="12rem">
          {change !== undefined && (
            <ViewAct intent="change" view={view} label={t('keepChanges')} fields={{ query: change, next }} />
          )}
          <FormDialog title={t('renameTitle')} label={t('rename')} path={`${VIEWS_PATH}/${view.id}`} subject={view} />
          {(view.is_pinned || view.can_be_pinned) && (
            <ViewAct
              intent={view.is_pinned ? 'unpin' : 'pin'}
              view={view}
              label={t(view.is_pinned ? 'unpin' : 'pin')}
              fields={{ next }}
            />
          )}
          <ViewAct intent="delete" view={view} label={t('delete')} fields={{ next: list.path }} />
        </Stack>
      </Paper>
    </Disclosure>
  )
}

interface ViewActProps {
  intent: string
  view: Pick<View, 'id'>
  label: string
  fields: Record<string, string>
}

/** A button that changes a view at once. */
export function ViewAct({ intent, view, label, fields }: ViewActProps) {
  return (
    <ActionForm intent={intent} action={VIEWS_PATH}>
      <HiddenField name="view_id" value={view.id} />
      {Object.entries(fields).map(([name, value]) => (
        <HiddenField key={name} name={name} value={value} />
      ))}
      <SubmitButton size="sm" variant="default" fullWidth>
        {label}
      </SubmitButton>
    </ActionForm>
  )
}

/** Says that the view of the address is missing, or that one was deleted, which can be undone. */
export function ViewNotices({ list, views: { isMissing, deleted } }: ViewsProps) {
  const t = useTexts('saved-views')
  return (
    <>
      {isMissing && <FormMessage tone="bad">{t('missing')}</FormMessage>}
      {deleted !== undefined && (
        <FormMessage tone="good">
          {t('deleted')}{' '}
          <ViewAct intent="restore" view={{ id: Number(deleted) }} label={t('undo')} fields={{ next: list.path }} />
        </FormMessage>
      )}
    </>
  )
}
