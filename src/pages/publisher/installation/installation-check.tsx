import { Stack, Text } from '@mantine/core'
import { useFormatter } from 'use-intl'
import { useNavigation } from 'react-router'
import type { FormResult } from '#platform/web/form.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { TextField } from '#ui/fields.tsx'
import { ActionForm, FormMessage, SubmitButton } from '#ui/form.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { Panel } from '#ui/panel.tsx'
import type { SiteView } from '#domains/people/publishers/contract.ts'
import type { InstallationResult } from '#domains/tracking/tracking/contract.ts'

interface InstallationCheckProps {
  site: SiteView
  snippet: string
  answer: FormResult<{ success: boolean; result: InstallationResult }> | undefined
}

/** Asks the network to open a page of the site and look for the script. */
export function InstallationCheck({ site, snippet, answer }: InstallationCheckProps) {
  const t = useTexts('tracking')
  // A fault of a field is shown at the field; other failures as a failed check.
  const fieldFault = answer?.ok === false && Object.keys(answer.errors).length > 0 ? answer : undefined
  return (
    <Panel title={t('installation.check')} text={t('installation.checkText')}>
      <ActionForm result={fieldFault}>
        <TextField
          name="site_url"
          inputMode="url"
          autoComplete="off"
          label={t('installation.url')}
          defaultValue={site.url}
          required
        />
        <HiddenField name="check_str" value={snippet.replaceAll(/\s/g, '')} />
        <Stack gap="sm" aria-live="polite">
          {fieldFault === undefined && <Outcome site={site} answer={answer} />}
        </Stack>
        <SubmitButton>{t('installation.run')}</SubmitButton>
      </ActionForm>
    </Panel>
  )
}

function Outcome({ site, answer }: Pick<InstallationCheckProps, 'site' | 'answer'>) {
  const t = useTexts('tracking')
  const format = useFormatter()
  if (useNavigation().formData !== undefined) return <Text c="dimmed">{t('installation.checking')}</Text>
  if (answer === undefined) {
    const { script_found_at: foundAt } = site
    const date = foundAt === null ? '' : format.dateTime(new Date(foundAt), { dateStyle: 'medium', timeStyle: 'short' })
    return <Text c="dimmed">{foundAt === null ? t('installation.idle') : t('installation.foundAt', { date })}</Text>
  }
  if (!answer.ok) {
    return (
      <FormMessage tone="bad">
        {t('installation.12')} {answer.message}
      </FormMessage>
    )
  }
  const { result } = answer.reply
  if (result === 'found') return <FormMessage tone="good">{t('installation.10')}</FormMessage>
  return (
    <>
      <FormMessage tone="bad">{t('installation.11')}</FormMessage>
      <Text>{t(`installation.reasons.${result}`)}</Text>
    </>
  )
}
