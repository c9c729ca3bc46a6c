import { useTexts } from '#platform/web/texts.tsx'
import { Facts } from '#ui/facts.tsx'
import { FormMessage } from '#ui/form.tsx'
import { DateText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import type { FetchView } from '../contract.ts'

interface FetchPanelProps {
  isFetched: boolean
  lastFetch: FetchView | null
}

/** Says whether rates are fetched, when they last were, and why the last fetch failed. */
export function FetchPanel({ isFetched, lastFetch }: FetchPanelProps) {
  const t = useTexts('exchange-rates')
  if (!isFetched) return <Panel title={t('fetch.title')} text={t('fetch.none')} />
  if (lastFetch === null) return <Panel title={t('fetch.title')} text={t('fetch.never')} />
  const { failure, line, added, fetched_at: fetchedAt, succeeded_at: succeededAt } = lastFetch
  return (
    <Panel title={t('fetch.title')} text={t('fetch.text')}>
      {failure !== null && (
        <FormMessage tone="bad">
          {failure === 'lines' || failure === 'unusual'
            ? t(`fetch.${failure}`, { line: line ?? 1 })
            : t(`fetch.failure.${failure}`)}
        </FormMessage>
      )}
      <Facts
        layout="line"
        facts={[
          [t('fetch.last'), <DateText key="last" value={fetchedAt} withTime />],
          failure === null && [t('fetch.added'), added],
          failure !== null && [
            t('fetch.succeeded'),
            succeededAt === null ? t('fetch.neverSucceeded') : <DateText key="at" value={succeededAt} withTime />,
          ],
        ]}
      />
    </Panel>
  )
}
