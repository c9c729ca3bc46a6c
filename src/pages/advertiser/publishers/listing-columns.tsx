import { Anchor } from '@mantine/core'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import type { Column } from '#ui/data-table.tsx'
import { DateText } from '#ui/money-text.tsx'
import type { ListingView } from '#domains/partners/listings/contract.ts'
import { EvidenceText, useBandText } from '#domains/partners/listings/web/evidence-text.tsx'

/** Builds the columns of the publishers to find. Needs the texts `listings`. */
export function useListingColumns(): Column<ListingView>[] {
  const t = useTexts('listings')
  const write = useBandText()
  return [
    {
      key: 'publisher',
      header: t('column.publisher'),
      isTitle: true,
      cell: ({ publisher_name: name, country }) => (
        <CellText mark={name} details={[country]}>
          {name}
        </CellText>
      ),
    },
    { key: 'site', header: t('column.site'), place: 'more', cell: (listing) => <Site of={listing} /> },
    {
      key: 'evidence',
      header: t('column.evidence'),
      label: t('column.evidenceLabel'),
      sortKey: 'evidence',
      place: 'detail',
      cell: ({ evidence }) => <EvidenceText evidence={evidence} />,
    },
    {
      key: 'clicks',
      header: t('column.clicks'),
      align: 'end',
      sortKey: 'clicks',
      place: 'figure',
      cell: ({ evidence }) => (evidence.kind === 'measured' ? write(evidence.clicks) : t('unmeasured')),
    },
    {
      key: 'categories',
      header: t('column.categories'),
      place: 'more',
      cell: ({ categories }) => categories.join(', ') || '–',
    },
    {
      key: 'countries',
      header: t('column.countries'),
      place: 'more',
      cell: ({ countries }) => countries.join(', ') || '–',
    },
    {
      key: 'listed',
      header: t('column.listed'),
      place: 'more',
      sortKey: 'listed',
      cell: ({ listed_on: day }) => <DateText value={day} />,
    },
  ]
}

/** The oldest site of a publisher, the kinds of all of them, and whether one is verified. */
function Site({ of: listing }: { of: ListingView }) {
  const t = useTexts('listings')
  const { site, site_url: url, site_count: count, site_kinds: kinds, is_verified: isVerified } = listing
  const named = kinds.map((kind) => t(`kinds.${kind}`)).join(', ')
  return (
    <CellText details={[isVerified ? `${named}, ${t('verifiedSite')}` : named]}>
      <Anchor
        href={url}
        target="_blank"
        rel="noreferrer noopener nofollow"
        inherit
        style={{ overflowWrap: 'anywhere' }}
      >
        {site}
      </Anchor>
      {count > 1 && ` ${t('moreSites', { count: count - 1 })}`}
    </CellText>
  )
}
