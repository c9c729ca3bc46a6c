import { Button, Group } from '@mantine/core'
import { Suspense, lazy } from 'react'
import { Link, useSearchParams } from 'react-router'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { searchWith } from '#platform/web/search.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { AdvertiserMark } from '#ui/advertiser-mark.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { ClearFilters } from '#ui/clear-filters.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { MoneyText } from '#ui/money-text.tsx'
import type { Offer } from '../contract/membership.ts'
import { MembershipBadge } from './badges.tsx'
import { InvitationLink, InvitedNote } from './invited-note.tsx'
import type { Invited } from './invited-note.tsx'
import { joinsAtOnce } from './joins-at-once.ts'
import { ApprovalRate, DecisionDays, Epc } from './offer-figures.tsx'
import { ClosingNote, FundingNote, InvitationNote, PauseNote, StopNote } from './offer-notes.tsx'

const TextAreaField = lazy(async () => ({ default: (await import('#ui/fields.tsx')).TextAreaField }))

/** The search parameters that open the dialogs about an advertiser, each with its id. */
export interface DialogParams {
  regions: string
  promotions: string
  join: string
}

interface OfferTableProps {
  offers: readonly Offer[]
  /** What the publisher itself earned in the range of the page, by advertiser. */
  own: Readonly<Record<string, OwnFigures>>
  /** The open invitations of the publisher, by advertiser. */
  invited: Readonly<Record<string, Invited>>
  params: DialogParams
  /** Search parameters that change a dialog and not the list. */
  foreignParams: readonly string[]
  answer: IntentAnswer | undefined
}

/** The publisher's own clicks and commission with an advertiser. */
interface OwnFigures {
  click_count: number
  commission: string
}

/**
 * Advertisers with what they pay, what the network measured, and the publisher's relation to each. On a phone a row
 * shows name, relation, commission and EPC, and the rest when it is opened.
 */
export function OfferTable({ offers, own, invited, params, foreignParams, answer }: OfferTableProps) {
  const t = useTexts('programs')
  const columns = useColumns({ own, invited, params, answer })
  return (
    <DataTable
      label={t('offers.title')}
      columns={columns}
      rows={offers}
      rowKey={({ id }) => id}
      foreignParams={foreignParams}
      empty={
        <EmptyState
          art="search"
          title={t('offers.emptyTitle')}
          text={t('offers.emptyText')}
          action={<ClearFilters />}
        />
      }
    />
  )
}

type ColumnProps = Omit<OfferTableProps, 'offers' | 'foreignParams'>

function useColumns({ own, invited, params, answer }: ColumnProps): Column<Offer>[] {
  const t = useTexts('programs')
  return [
    {
      key: 'name',
      header: t('offers.advertiser'),
      isTitle: true,
      cell: (offer) => <Name offer={offer} params={params} />,
    },
    {
      key: 'commission',
      header: t('offers.commission'),
      place: 'detail',
      cell: ({ commission }) => commission || '–',
    },
    {
      key: 'epc',
      header: t('offers.epc'),
      label: t('offers.epcShort'),
      align: 'end',
      cell: (offer) => <Epc offer={offer} />,
    },
    {
      key: 'approval',
      header: t('offers.approval'),
      align: 'end',
      place: 'more',
      cell: (offer) => <ApprovalRate offer={offer} />,
    },
    {
      key: 'decision',
      header: t('offers.decision'),
      align: 'end',
      place: 'more',
      cell: (offer) => <DecisionDays offer={offer} />,
    },
    { key: 'own', header: t('offers.own'), align: 'end', place: 'more', cell: ({ id }) => <Own figures={own[id]} /> },
    {
      key: 'relation',
      header: t('offers.relation'),
      align: 'end',
      place: 'figure',
      cell: (offer) => <Relation offer={offer} invited={invited[offer.id]} param={params.join} answer={answer} />,
    },
  ]
}

function Name({ offer, params }: { offer: Offer; params: DialogParams }) {
  const t = useTexts('programs')
  const [search] = useSearchParams()
  const open = (param: string) => searchWith(search, { [param]: String(offer.id) })
  return (
    <CellText
      mark={<AdvertiserMark name={offer.name} logo={offer.logo} size={34} />}
      details={[
        <Link key="promotions" to={open(params.promotions)} preventScrollReset>
          {t('offers.promotions')}
        </Link>,
        <Link key="rates" to={`/rates/${offer.id}`}>
          {t('offers.rates')}
        </Link>,
      ]}
    >
      <Link to={open(params.regions)} preventScrollReset>
        {offer.name}
      </Link>
    </CellText>
  )
}

function Own({ figures }: { figures: OwnFigures | undefined }) {
  const t = useTexts('programs')
  if (!figures) return '–'
  return (
    <CellText details={[t('offers.clicks', { count: figures.click_count })]}>
      <MoneyText amount={figures.commission} />
    </CellText>
  )
}

interface RelationProps {
  offer: Offer
  invited: Invited | undefined
  param: string
  answer: IntentAnswer | undefined
}

/** The publisher's relation to the programme, and the step that changes it. */
function Relation({ offer, invited, param, answer }: RelationProps) {
  const t = useTexts('programs')
  const notes = [
    offer.reason !== '' && t('offers.reason', { reason: offer.reason }),
    offer.question !== '' && t('offers.question', { name: offer.name, question: offer.question }),
    <PauseNote key="pause" offer={offer} />,
    <FundingNote key="funding" offer={offer} />,
    offer.closes_at !== null && <ClosingNote key="closing" at={offer.closes_at} />,
    offer.stopped !== null && <StopNote key="stop" stopped={offer.stopped} />,
    invited && <InvitedNote key="invited" invited={invited} />,
    <InvitationNote key="invitation" offer={offer} />,
  ]
  return (
    <CellText details={notes}>
      <Group gap={6} justify="end" wrap="nowrap">
        {offer.membership !== null && <MembershipBadge status={offer.membership} />}
        {offer.question !== '' && <Answer offer={offer} answer={answer} />}
        {invited && <InvitationLink invited={invited} name={offer.name} />}
        {offer.can_join && !invited && <OpenJoin offer={offer} param={param} />}
        {offer.can_leave && (
          <div data-extra>
            <Leave offer={offer} answer={answer} />
          </div>
        )}
      </Group>
    </CellText>
  )
}

/** Opens the conditions of the programme, from which the publisher joins. */
export function OpenJoin({ offer, param }: { offer: Offer; param: string }) {
  const t = useTexts('programs')
  const [search] = useSearchParams()
  const to = searchWith(search, { [param]: String(offer.id) })
  const isAtOnce = joinsAtOnce(offer)
  return (
    <Button
      component={Link}
      to={to}
      preventScrollReset
      size="xs"
      // Links in tables have the colour of links.
      style={{ color: 'var(--button-color)' }}
      aria-label={t(isAtOnce ? 'offers.joinName' : 'offers.askName', { name: offer.name })}
    >
      {t(isAtOnce ? 'offers.join' : 'offers.ask')}
    </Button>
  )
}

/** The form that answers the question of the brand. */
function Answer({ offer: { id, name, question }, answer }: { offer: Offer; answer: IntentAnswer | undefined }) {
  const t = useTexts('programs')
  return (
    <ConfirmAction
      size="xs"
      label={t('offers.answer')}
      title={t('offers.answerTitle', { name })}
      text={question}
      confirmLabel={t('offers.answerSend')}
      intent="answer"
      fields={{ advertiser_id: id }}
      result={answerTo(answer, 'answer')}
    >
      <Suspense>
        <TextAreaField name="answer" label={t('offers.answerLabel')} maxLength={1000} required data-autofocus />
      </Suspense>
    </ConfirmAction>
  )
}

function Leave({ offer: { id, name, membership }, answer }: { offer: Offer; answer: IntentAnswer | undefined }) {
  const t = useTexts('programs')
  const act = membership === 'pending' ? 'withdraw' : 'leave'
  return (
    <ConfirmAction
      size="xs"
      tone="bad"
      label={t(`offers.${act}`)}
      title={t(`offers.${act}Title`, { name })}
      text={t(`offers.${act}Text`)}
      confirmLabel={t(`offers.${act}`)}
      intent="leave"
      fields={{ advertiser_id: id }}
      result={answerTo(answer, 'leave')}
    />
  )
}
