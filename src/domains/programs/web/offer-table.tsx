import { Link, useSearchParams } from 'react-router'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { searchWith } from '#platform/web/search.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { DataTable, RowActions } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextAreaField } from '#ui/fields.tsx'
import type { Offer } from '../contract/membership.ts'
import { MembershipBadge } from './badges.tsx'

interface OfferTableProps {
  offers: readonly Offer[]
  /** The search parameter that opens the hosts and regions of an advertiser. */
  regionsParam: string
  answer: IntentAnswer | undefined
}

/** Advertisers with what they pay, and the publisher's relation to each. */
export function OfferTable({ offers, regionsParam, answer }: OfferTableProps) {
  const t = useTexts('programs')
  const columns = useColumns(regionsParam, answer)
  return (
    <DataTable
      label={t('offers.title')}
      columns={columns}
      rows={offers}
      rowKey={({ id }) => id}
      empty={<EmptyState art="search" title={t('offers.emptyTitle')} text={t('offers.emptyText')} />}
    />
  )
}

function useColumns(regionsParam: string, answer: IntentAnswer | undefined): Column<Offer>[] {
  const t = useTexts('programs')
  return [
    {
      key: 'name',
      header: t('offers.advertiser'),
      isTitle: true,
      cell: (offer) => <Name offer={offer} regionsParam={regionsParam} />,
    },
    { key: 'commission', header: t('offers.commission'), cell: ({ commission }) => commission || '–' },
    { key: 'relation', header: t('offers.relation'), cell: (offer) => <Relation offer={offer} /> },
    {
      key: 'actions',
      header: t('offers.actions'),
      align: 'end',
      cell: (offer) => (
        <RowActions>
          {offer.can_join && <Join offer={offer} answer={answer} />}
          {offer.can_leave && <Leave offer={offer} answer={answer} />}
        </RowActions>
      ),
    },
  ]
}

function Name({ offer, regionsParam }: { offer: Offer; regionsParam: string }) {
  const t = useTexts('programs')
  const [search] = useSearchParams()
  return (
    <CellText
      mark={offer.name}
      details={[
        <Link key="regions" to={searchWith(search, { [regionsParam]: String(offer.id) })} preventScrollReset>
          {t('offers.regions')}
        </Link>,
      ]}
    >
      {offer.name}
    </CellText>
  )
}

function Relation({ offer }: { offer: Offer }) {
  const t = useTexts('programs')
  return (
    <CellText
      details={[
        offer.reason !== '' && t('offers.reason', { reason: offer.reason }),
        offer.program_status !== 'open' && t('offers.resting'),
      ]}
    >
      {offer.membership === null ? t('offers.notJoined') : <MembershipBadge status={offer.membership} />}
    </CellText>
  )
}

function Join({ offer, answer }: { offer: Offer; answer: IntentAnswer | undefined }) {
  const t = useTexts('programs')
  const isAtOnce = offer.join_mode === 'auto' && offer.membership !== 'declined'
  const intent = isAtOnce ? 'join' : 'request'
  return (
    <ConfirmAction
      size="xs"
      label={t('offers.join')}
      title={t('offers.joinTitle', { name: offer.name })}
      text={isAtOnce ? t('offers.joinAuto') : t('offers.joinReview')}
      confirmLabel={t('offers.join')}
      intent={intent}
      fields={{ advertiser_id: offer.id }}
      result={answerTo(answer, intent)}
    >
      {!isAtOnce && (
        <TextAreaField
          name="message"
          label={t('offers.message')}
          description={t('offers.messageHint')}
          maxLength={1000}
          data-autofocus
        />
      )}
    </ConfirmAction>
  )
}

function Leave({ offer, answer }: { offer: Offer; answer: IntentAnswer | undefined }) {
  const t = useTexts('programs')
  const isPending = offer.membership === 'pending'
  const { name } = offer
  return (
    <ConfirmAction
      size="xs"
      tone="bad"
      label={isPending ? t('offers.withdraw') : t('offers.leave')}
      title={isPending ? t('offers.withdrawTitle', { name }) : t('offers.leaveTitle', { name })}
      text={isPending ? t('offers.withdrawText') : t('offers.leaveText')}
      confirmLabel={isPending ? t('offers.withdraw') : t('offers.leave')}
      intent="leave"
      fields={{ advertiser_id: offer.id }}
      result={answerTo(answer, 'leave')}
    />
  )
}
