import { Stack, Text } from '@mantine/core'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import type { Column } from '#ui/data-table.tsx'
import { DrawerLink } from '#ui/drawer-rows.tsx'
import { DateText } from '#ui/money-text.tsx'
import type { OfferedView, SentInvitationView } from '../contract/advertiser.ts'
import { InvitationBadge } from './invitation-badge.tsx'
import { LastDay } from './last-day.tsx'

/** Builds the columns of the invitations of a brand. Needs the texts `invitations`. */
export function useSentColumns(getHref: (invitation: SentInvitationView) => string): Column<SentInvitationView>[] {
  const t = useTexts('invitations')
  return [
    {
      key: 'publisher',
      header: t('list.column.publisher'),
      isTitle: true,
      cell: (row) => (
        <CellText mark={row.publisher_name} details={[row.country?.name, row.site]}>
          <DrawerLink to={getHref(row)} inherit>
            {row.publisher_name}
          </DrawerLink>
        </CellText>
      ),
    },
    { key: 'offer', header: t('list.column.offer'), place: 'detail', cell: (row) => <OfferText invitation={row} /> },
    {
      key: 'sent',
      header: t('list.column.sent'),
      place: 'more',
      cell: ({ sent_at: at, sent_by: name }) => (
        <CellText details={[name !== null && t('list.sentBy', { name })]}>
          <DateText value={at} />
        </CellText>
      ),
    },
    {
      key: 'until',
      header: t('list.column.until'),
      place: 'more',
      cell: ({ expires_at: at }) => <LastDay expiresAt={at} />,
    },
    {
      key: 'answer',
      header: t('list.column.answer'),
      place: 'more',
      cell: ({ reason }) => reason || '–',
    },
    {
      key: 'status',
      header: t('list.column.status'),
      align: 'end',
      place: 'figure',
      cell: ({ status, ended_at: at }) => {
        const ended = <DateText value={at ?? ''} />
        return (
          <CellText details={[at !== null && t.rich('list.endedOn', { day: () => ended })]}>
            <InvitationBadge status={status} />
          </CellText>
        )
      },
    },
  ]
}

/** What an invitation offers by event, beside the ordinary rates while it is open. Needs the texts `invitations`. */
export function OfferText({ invitation: { offers } }: { invitation: SentInvitationView }) {
  const t = useTexts('invitations')
  if (offers.length === 0) return t('list.ordinaryOffer')
  return (
    <Stack gap={4}>
      {offers.map((offer) => (
        <Offered key={offer.action_type} offer={offer} />
      ))}
    </Stack>
  )
}

function Offered({ offer }: { offer: OfferedView }) {
  const t = useTexts('invitations')
  const { ordinary, comparison } = offer
  const isLower = comparison === 'lower'
  const beside = ordinary !== null && t(isLower ? 'list.lower' : 'list.instead', { rate: ordinary })
  return (
    <CellText
      details={[
        beside !== false && (
          <Text key="ordinary" span inherit {...(isLower && { c: 'var(--warn)' })}>
            {beside}
          </Text>
        ),
      ]}
    >
      {offer.action_type} {offer.text}
    </CellText>
  )
}
