import { Button } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { searchWith } from '#platform/web/search.ts'
import { useSession } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { DataTable, RowActions } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { Offer } from '../contract/membership.ts'
import { MembershipBadge } from './badges.tsx'
import { ApprovalRate, DecisionDays, Epc } from './offer-figures.tsx'

/** The search parameters that open the dialogs about an advertiser, each with its id. */
export interface DialogParams {
  regions: string
  promotions: string
  join: string
}

interface OfferTableProps {
  offers: readonly Offer[]
  params: DialogParams
  answer: IntentAnswer | undefined
}

/** Advertisers with what they pay, what the network measured, and the publisher's relation to each. */
export function OfferTable({ offers, params, answer }: OfferTableProps) {
  const t = useTexts('programs')
  const columns = useColumns(params, answer)
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

function useColumns(params: DialogParams, answer: IntentAnswer | undefined): Column<Offer>[] {
  const t = useTexts('programs')
  return [
    {
      key: 'name',
      header: t('offers.advertiser'),
      isTitle: true,
      cell: (offer) => <Name offer={offer} params={params} />,
    },
    { key: 'commission', header: t('offers.commission'), cell: ({ commission }) => commission || '–' },
    { key: 'epc', header: t('offers.epc'), align: 'end', cell: (offer) => <Epc offer={offer} /> },
    { key: 'approval', header: t('offers.approval'), align: 'end', cell: (offer) => <ApprovalRate offer={offer} /> },
    { key: 'decision', header: t('offers.decision'), align: 'end', cell: (offer) => <DecisionDays offer={offer} /> },
    { key: 'relation', header: t('offers.relation'), cell: (offer) => <Relation offer={offer} /> },
    {
      key: 'actions',
      header: t('offers.actions'),
      align: 'end',
      cell: (offer) => (
        <RowActions>
          {offer.can_join && <OpenJoin offer={offer} param={params.join} />}
          {offer.can_leave && <Leave offer={offer} answer={answer} />}
        </RowActions>
      ),
    },
  ]
}

function Name({ offer, params }: { offer: Offer; params: DialogParams }) {
  const t = useTexts('programs')
  const [search] = useSearchParams()
  const open = (param: string) => searchWith(search, { [param]: String(offer.id) })
  return (
    <CellText
      mark={offer.name}
      details={[
        <Link key="promotions" to={open(params.promotions)} preventScrollReset>
          {t('offers.promotions')}
        </Link>,
      ]}
    >
      <Link to={open(params.regions)} preventScrollReset>
        {offer.name}
      </Link>
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

/** Opens the conditions of the programme, from which the publisher joins. Sub-accounts cannot join. */
export function OpenJoin({ offer, param }: { offer: Offer; param: string }) {
  const t = useTexts('programs')
  const { actor } = useSession()
  const [search] = useSearchParams()
  if (actor?.subAccount) return null
  const to = searchWith(search, { [param]: String(offer.id) })
  return (
    <Button
      component={Link}
      to={to}
      preventScrollReset
      size="xs"
      // Links in tables have the colour of links.
      style={{ color: 'var(--button-color)' }}
      aria-label={t('offers.joinName', { name: offer.name })}
    >
      {t('offers.join')}
    </Button>
  )
}

function Leave({ offer, answer }: { offer: Offer; answer: IntentAnswer | undefined }) {
  const t = useTexts('programs')
  const { actor } = useSession()
  if (actor?.subAccount) return null
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
