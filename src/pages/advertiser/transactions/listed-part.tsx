import { Anchor, Text } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import type { ListParams } from '#kernel/list-query.ts'
import { FIRST_PAGE, searchWith } from '#platform/web/search.ts'
import { useTexts } from '#platform/web/texts.tsx'
import type { PublisherTransactionView } from '#domains/orders/transactions/contract/transaction.ts'
import type { PartDimension } from '#domains/orders/transactions/contract/vocabulary.ts'
import { useDimensionName, usePartName } from '#domains/orders/transactions/web/part-name.ts'

interface ListedPartProps {
  query: ListParams
  /** The name of the value of the dimension. */
  name: string | null
  transactions: readonly PublisherTransactionView[]
}

/** What a number of a report adds to the address of the list. */
const PARAMS = ['publisher_id', 'site_id', 'dimension', 'value', 'decided_begin', 'decided_end', 'date_type']

/** Says which orders the list shows when a number of a report leads to it, with the way back to all. */
export function ListedPart({ query, name, transactions }: ListedPartProps) {
  const t = useTexts('transactions')
  const [search] = useSearchParams()
  const parts = [
    ...nameOwners(query, transactions),
    ...usePart(query, name),
    ...useDecided(query),
    ...(query['date_type'] === 'click_date' ? [t('brand.clickDays')] : []),
  ]
  if (parts.length === 0) return null
  const ofAll = { ...FIRST_PAGE, ...Object.fromEntries(PARAMS.map((each) => [each, undefined])) }
  return (
    <Text size="sm" pt="sm" style={{ overflowWrap: 'anywhere' }}>
      {t('brand.only', { parts: parts.join(' · ') })} ·{' '}
      <Anchor component={Link} to={searchWith(search, ofAll)}>
        {t('brand.everything')}
      </Anchor>
    </Text>
  )
}

/** Names the publisher and the site as the rows do. */
function nameOwners(query: ListParams, [first]: readonly PublisherTransactionView[]): string[] {
  const { publisher_id: publisherId, site_id: siteId } = query
  return [
    ...(publisherId === undefined ? [] : [first?.publisher_name ?? String(publisherId)]),
    ...(siteId === undefined ? [] : [first?.site_name ?? String(siteId)]),
  ]
}

function usePart(query: ListParams, name: string | null): string[] {
  const t = useTexts('order-parts')
  const [namePart, nameDimension] = [usePartName(), useDimensionName()]
  if (query['dimension'] === undefined) return []
  const dimension = String(query['dimension']) as PartDimension
  const part = { dimension, value: String(query['value'] ?? ''), name }
  return [t('named', { dimension: nameDimension(dimension), value: namePart(part) })]
}

function useDecided({ decided_begin: begin, decided_end: end }: ListParams): string[] {
  const t = useTexts('transactions')
  if (begin !== undefined && end !== undefined) return [t('brand.decided', { begin: String(begin), end: String(end) })]
  return begin === undefined ? [] : [t('brand.decidedSince', { begin: String(begin) })]
}
