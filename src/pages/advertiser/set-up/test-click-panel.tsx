import { Button, Stack, Text } from '@mantine/core'
import type { TermsView } from '#domains/programmes/programs/contract/program.ts'
import type { issueTestClickCall } from '#domains/partners/setup/contract/advertiser.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { useSession } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { DateText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import { codeSnippets, exampleEvent } from '../programme/code-snippets.ts'
import type { SnippetFacts } from '../programme/code-snippets.ts'

interface TestClickPanelProps {
  click: ReplyOf<typeof issueTestClickCall>['data']
  /** The newest terms, which price the order. */
  terms: TermsView | undefined
  /** The postback secrets, or places to fill them in. */
  tokens: SnippetFacts['tokens']
}

/** A test click with the address that a visitor gets, and a report to send by hand. */
export function TestClickPanel({ click, terms, tokens }: TestClickPanelProps) {
  const t = useTexts('setup')
  const { trackingOrigin } = useSession()
  const facts = { trackingOrigin, tokens, event: exampleEvent(terms) ?? 'sale', currency: terms?.currency ?? 'USD' }
  const code = codeSnippets(facts).curl.replace('$CLICK_ID', click.token).replace('$ORDER_ID', 'test-1')
  return (
    <Panel
      title={t('test.click')}
      text={t('test.clickText')}
      actions={
        <Button component="a" href={click.landing_url} target="_blank" rel="noreferrer" variant="default">
          {t('test.open')}
        </Button>
      }
    >
      <Stack gap="md">
        <div>
          <CopyField label={t('test.landing')} value={click.landing_url} />
          <Text mt={4} c="dimmed" size="sm">
            {t('test.landingHint')}
          </Text>
        </div>
        <CopyField label={t('test.token')} value={click.token} />
        <Text c="dimmed" size="sm">
          {t('test.validUntil')} <DateText value={click.expires_at} withTime />
        </Text>
        <CodeBlock code={code} label={t('test.sample')} />
      </Stack>
    </Panel>
  )
}
