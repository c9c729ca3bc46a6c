import { Badge, Stack, Text } from '@mantine/core'
import { useTexts } from '#platform/web/texts.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { Panel } from '#ui/panel.tsx'
import { useDayText } from '#ui/month-text.ts'
import type { ChangeView, DifferenceView } from '../contract/advertiser.ts'

/** What a draft changes for the publishers of the programme. */
export function DifferencePanel({ difference }: { difference: DifferenceView }) {
  const t = useTexts('rates')
  const { joined, lowered, raised, publishers } = difference
  const isNone = lowered + raised === 0
  const more = lowered + raised - publishers.length
  return (
    <Panel
      title={t('difference.title')}
      text={isNone ? t('difference.none') : t('difference.summary', { joined, lowered, raised })}
      flush
    >
      {!isNone && (
        <DataTable
          label={t('difference.label')}
          columns={[
            { key: 'publisher', header: t('difference.publisher'), isTitle: true, cell: ({ name }) => name },
            { key: 'changes', header: t('difference.changes'), cell: getChanges },
            { key: 'kind', header: t('notices.kind'), place: 'status', cell: getBadge },
          ]}
          rows={publishers}
          rowKey={({ id }) => id}
        />
      )}
      {more > 0 && <Text p="md">{t('difference.more', { count: more })}</Text>}
    </Panel>
  )
}

type ChangedPublisher = DifferenceView['publishers'][number]

const getChanges = ({ changes }: ChangedPublisher) => <Changes changes={changes} />
const getBadge = ({ is_cut: isCut }: ChangedPublisher) => <ChangeBadge isCut={isCut} />

/** Says whether a change takes something away. */
export function ChangeBadge({ isCut }: { isCut: boolean }) {
  const t = useTexts('rates')
  return <Badge color={isCut ? 'bad' : 'good'}>{t(isCut ? 'difference.cut' : 'difference.raise')}</Badge>
}

/** Changes, one per line: the orders, the old rate and the new one; or what changes of the terms. */
export function Changes({ changes }: { changes: readonly ChangeView[] }) {
  const t = useTexts('rates')
  const writeDay = useDayText()
  return (
    <Stack gap={2}>
      {changes.map((change) => {
        if ('term' in change) {
          const { term, before, after } = change
          return <span key={term + before}>{t(`terms.${term}`, { before, after })}</span>
        }
        const { action_type: event, product_group: group, region, customer, from } = change
        const named = [event, group, region, customer && t(`customer.${customer}`)]
        const what = named.filter((each) => each !== null).join(', ')
        const rates = { what, before: change.before || t('none'), after: change.after || t('none') }
        return (
          <span key={what + change.before + change.after}>
            {from === null ? t('difference.line', rates) : t('difference.later', { ...rates, day: writeDay(from) })}
          </span>
        )
      })}
    </Stack>
  )
}
