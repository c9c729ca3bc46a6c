import { Group, Stack, Text } from '@mantine/core'
import type { checkInstallCall } from '#domains/tracking/tracking/contract.ts'
import { buildSnippet } from '#domains/tracking/tracking/rules/tracker.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useSession } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { TextField } from '#ui/fields.tsx'
import { ActionForm, FormMessage, SubmitButton } from '#ui/form.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { Panel } from '#ui/panel.tsx'

interface ScriptTabProps {
  /** The chosen site; undefined for a reader without one. */
  site: { key: string; url: string } | undefined
  /** Whether the reader may check pages; a sub-account, an advertiser and an operator may not. */
  isOwner: boolean
  answer: IntentAnswer | undefined
}

/** The tracking script of a site, and the form that checks whether a page holds it; posts `checkInstall`. */
export function ScriptTab({ site, isOwner, answer }: ScriptTabProps) {
  const t = useTexts('api')
  const { trackingOrigin, actor } = useSession()
  const snippet = buildSnippet({ trackingOrigin, siteKey: site?.key ?? t('doc.sitePlace') })
  return (
    <>
      <Panel title={t('doc.script.title')} text={t('doc.script.text')}>
        <Stack gap="md">
          <CodeBlock code={snippet} label={t('doc.script.snippet')} />
          <Text c="dimmed">{t('doc.script.optOut', { optOut: 'data-no-track', rel: 'rel="no-track"' })}</Text>
        </Stack>
      </Panel>
      {(isOwner || !actor) && (
        <Panel title={t('doc.script.checkTitle')} text={t('doc.script.checkText')}>
          {site ? (
            <CheckForm key={site.key} site={site} snippet={snippet} answer={answer} />
          ) : (
            <Text c="dimmed">{t(isOwner ? 'doc.script.addSite' : 'doc.script.noSite')}</Text>
          )}
        </Panel>
      )}
    </>
  )
}

interface CheckFormProps {
  site: { url: string }
  snippet: string
  answer: IntentAnswer | undefined
}

function CheckForm({ site, snippet, answer }: CheckFormProps) {
  const t = useTexts('api')
  const result = answerTo(answer, 'checkInstall')
  const reply = result?.ok ? (result.reply as ReplyOf<typeof checkInstallCall>) : undefined
  return (
    <ActionForm intent="checkInstall" result={result}>
      {reply && <FormMessage tone={reply.success ? 'good' : 'bad'}>{reply.message}</FormMessage>}
      <HiddenField name="check_str" value={snippet.replaceAll(/\s/g, '')} />
      <Group align="end" gap="sm">
        <TextField
          flex="1 1 18rem"
          name="site_url"
          label={t('doc.script.page')}
          defaultValue={site.url}
          inputMode="url"
          required
        />
        <SubmitButton>{t('doc.script.check')}</SubmitButton>
      </Group>
    </ActionForm>
  )
}
