import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import type { Column } from '#ui/data-table.tsx'
import { DateText, MoneyText } from '#ui/money-text.tsx'
import type { ClaimView } from '../contract/claim.ts'
import { ClaimBadge } from './claim-status.tsx'

/** The columns of lists of claims; `path` is the address of the list. */
export function useClaimColumns(
  path: string,
): Record<'order' | 'advertiser' | 'publisher' | 'publisherName' | 'amount' | 'status' | 'filed', Column<ClaimView>> {
  const t = useTexts('claims')
  return {
    order: {
      key: 'order',
      header: t('column.order'),
      isTitle: true,
      isRowLink: true,
      hasDetails: true,
      cell: ({ id, order_id: order, ordered_on: day }) => (
        <CellText details={[<DateText key="day" value={day} />]}>
          <Anchor component={Link} to={`${path}/${id}`} style={{ overflowWrap: 'anywhere' }}>
            {order}
          </Anchor>
        </CellText>
      ),
    },
    advertiser: {
      key: 'brand',
      header: t('column.brand'),
      place: 'detail',
      cell: ({ advertiser_name: name, site_name: site }) => <CellText details={[site]}>{name}</CellText>,
    },
    publisher: {
      key: 'publisher',
      header: t('column.publisher'),
      place: 'detail',
      cell: ({ publisher_name: name, site_name: site }) => <CellText details={[site]}>{name}</CellText>,
    },
    publisherName: {
      key: 'publisher',
      header: t('column.publisher'),
      place: 'more',
      cell: (claim) => claim.publisher_name,
    },
    amount: {
      key: 'amount',
      header: t('column.amount'),
      align: 'end',
      place: 'figure',
      cell: ({ amount, currency }) =>
        amount === null ? t('noValue') : <MoneyText amount={amount} currency={currency} />,
    },
    status: {
      key: 'status',
      header: t('column.status'),
      place: 'status',
      cell: (claim) => (
        <CellText details={[<StatusDetail key="detail" claim={claim} />]}>
          <ClaimBadge claim={claim} />
        </CellText>
      ),
    },
    filed: {
      key: 'filed',
      header: t('column.filed'),
      place: 'more',
      cell: ({ filed_at: at }) => <DateText value={at} />,
    },
  }
}

function StatusDetail({ claim }: { claim: ClaimView }) {
  const t = useTexts('claims')
  const { status, answer, due_at: dueAt, evidence_until: evidenceUntil } = claim
  if (claim.origin === 'advertiser') return t('byBrand')
  if (status === 'answered') return t(`answer.${answer.answer}`)
  const end = evidenceUntil ?? dueAt
  if (end === null) return null
  const date = <DateText value={end} />
  return t.rich(evidenceUntil === null ? 'dueIn' : 'waitsForEvidence', { day: () => date })
}
