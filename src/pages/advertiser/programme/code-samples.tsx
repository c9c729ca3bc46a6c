import { useSession } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { HashTabs } from '#ui/hash-tabs.tsx'
import { Panel } from '#ui/panel.tsx'
import { codeSnippets } from './code-snippets.ts'
import type { SnippetFacts } from './code-snippets.ts'

interface CodeSamplesProps {
  hasSecret: boolean
  /** The secrets in the code. */
  tokens: SnippetFacts['tokens']
  event: string | undefined
  currency: string | undefined
}

/** Code samples for a shop's server to report and decide orders, and the pixel for its pages. */
export function CodeSamples({ hasSecret, tokens, event = 'sale', currency = 'USD' }: CodeSamplesProps) {
  const t = useTexts('programs')
  const { trackingOrigin } = useSession()
  if (!hasSecret) {
    return (
      <Panel title={t('brand.codeSamples')}>
        <EmptyState art="link" title={t('brand.codeSamplesNeedSecret')} />
      </Panel>
    )
  }
  const codes = codeSnippets({ trackingOrigin, tokens, event, currency })
  const tabs = (['curl', 'node', 'php', 'decide', 'pixel'] as const).map((language) => ({
    id: language,
    label: t(`brand.${language}`),
    content: <CodeBlock code={codes[language]} label={t(`brand.${language}`)} />,
  }))
  return (
    <Panel title={t('brand.codeSamples')} text={t('brand.codeSamplesText')}>
      <HashTabs label={t('brand.languages')} tabs={tabs} />
    </Panel>
  )
}
