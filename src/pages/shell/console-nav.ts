import {
  IconApi,
  IconBell,
  IconBuilding,
  IconBuildingBank,
  IconBuildingStore,
  IconCalendarStats,
  IconCash,
  IconChecklist,
  IconClick,
  IconCode,
  IconDoorEnter,
  IconFileText,
  IconGauge,
  IconHome,
  IconInbox,
  IconLink,
  IconMessageReport,
  IconPlugConnected,
  IconReceipt2,
  IconTags,
  IconTestPipe,
  IconTicket,
  IconUserPlus,
  IconUserQuestion,
  IconUserSearch,
  IconUsers,
  IconUsersGroup,
  IconWorld,
  IconWorldStar,
} from '@tabler/icons-react'
import type { Access, KeyAccess } from '#kernel/access.ts'
import { getAccountKind, isAdmitted } from '#kernel/access.ts'
import type { Role } from '#kernel/actor.ts'
import type { ActorView } from '#platform/web/call-context.ts'
import type { Messages } from '#texts/texts.ts'

/** Work that the navigation counts. */
export type NavCount = 'joinRequests' | 'claims'

type NavKey = keyof Messages['shell']['console']

/** One entry of the side navigation. */
export interface NavItem {
  key: NavKey
  to: string
  icon: typeof IconLink
  /** The key that leads to the page after G. */
  chord?: string
  /** The work whose number stands at the end of the line. */
  count?: NavCount
  /** The access kind of the page's calls. Without it the page is for the role alone: no sub-account, every member. */
  access?: Exclude<Access, KeyAccess>
}

/** A titled group of entries. */
export interface NavGroup {
  key: NavKey
  items: readonly NavItem[]
}

/** The side navigation of each role. Add a line here for a new page of the console. */
const consoleNav: Record<Role, readonly NavGroup[]> = {
  publisher: [
    {
      key: 'performance',
      items: [
        { key: 'home', to: '/home', icon: IconHome, chord: 'h', access: 'publisher-read' },
        { key: 'bySite', to: '/performance/site_report', icon: IconWorld, chord: 'w', access: 'publisher-read' },
        {
          key: 'byDate',
          to: '/performance/daily_report',
          icon: IconCalendarStats,
          chord: 'd',
          access: 'publisher-read',
        },
        {
          key: 'byAdvertiser',
          to: '/performance/advertiser_report',
          icon: IconBuildingStore,
          chord: 'b',
          access: 'publisher-read',
        },
        { key: 'bySubId', to: '/performance/sub_id_report', icon: IconTags, chord: 'u', access: 'publisher-read' },
        { key: 'transactions', to: '/transactions', icon: IconReceipt2, chord: 't', access: 'publisher-read' },
        { key: 'hits', to: '/hits', icon: IconClick, chord: 'c', access: 'publisher-read' },
        { key: 'claims', to: '/claims', icon: IconMessageReport, chord: 'q' },
        { key: 'payments', to: '/payments', icon: IconCash, chord: 'm', access: 'publisher-closed' },
      ],
    },
    {
      key: 'earn',
      items: [
        { key: 'customLink', to: '/custom_link', icon: IconLink, chord: 'l', access: 'publisher-full' },
        { key: 'advertisers', to: '/advertisers', icon: IconUsers, chord: 'a', access: 'publisher-full' },
        { key: 'promotions', to: '/promotions', icon: IconTicket, chord: 'p', access: 'publisher-full' },
      ],
    },
    {
      key: 'setUp',
      items: [
        { key: 'sites', to: '/account#sites', icon: IconWorldStar, chord: 's' },
        { key: 'installation', to: '/installation', icon: IconCode, chord: 'i' },
        { key: 'apiDoc', to: '/api_doc', icon: IconApi, chord: 'k' },
      ],
    },
  ],
  advertiser: [
    {
      key: 'programme',
      items: [
        { key: 'home', to: '/brand', icon: IconHome, chord: 'h' },
        { key: 'programme', to: '/brand/programme', icon: IconBuildingStore, chord: 'a' },
        { key: 'terms', to: '/brand/terms', icon: IconFileText, chord: 'r' },
        { key: 'publishers', to: '/brand/publishers', icon: IconUsers, chord: 'u' },
        { key: 'findPublishers', to: '/brand/publishers/find', icon: IconUserSearch, chord: 'l' },
        {
          key: 'joinRequests',
          to: '/brand/publishers/requests',
          icon: IconUserPlus,
          chord: 'j',
          count: 'joinRequests',
        },
        { key: 'promotions', to: '/brand/promotions', icon: IconTicket, chord: 'p' },
        { key: 'tracking', to: '/brand/tracking', icon: IconPlugConnected, chord: 'b' },
      ],
    },
    {
      key: 'results',
      items: [
        { key: 'ordersToDecide', to: '/brand/orders', icon: IconChecklist, chord: 'o' },
        { key: 'transactions', to: '/brand/transactions', icon: IconReceipt2, chord: 't' },
        { key: 'reports', to: '/brand/reports', icon: IconCalendarStats, chord: 'f' },
        { key: 'claims', to: '/brand/claims', icon: IconMessageReport, chord: 'q', count: 'claims' },
        { key: 'budget', to: '/brand/budget', icon: IconGauge, chord: 'd', access: 'advertiser:see_money' },
        { key: 'billing', to: '/brand/billing', icon: IconBuildingBank, chord: 'm', access: 'advertiser:see_money' },
      ],
    },
    {
      key: 'setUp',
      items: [
        { key: 'company', to: '/brand/company', icon: IconBuilding, chord: 'c' },
        { key: 'hosts', to: '/brand/hosts', icon: IconWorld, chord: 's' },
        { key: 'testOrder', to: '/brand/test', icon: IconTestPipe, chord: 'e' },
        { key: 'api', to: '/brand/api', icon: IconApi, chord: 'k' },
        { key: 'team', to: '/brand/team', icon: IconUsersGroup, chord: 'w' },
        { key: 'notices', to: '/brand/notices', icon: IconBell, chord: 'n' },
      ],
    },
  ],
  operator: [
    {
      key: 'decide',
      items: [
        { key: 'transactions', to: '/operator/transactions', icon: IconReceipt2, chord: 't' },
        { key: 'applications', to: '/operator/applications', icon: IconUserQuestion, chord: 'a' },
        { key: 'joinRequests', to: '/operator/join-requests', icon: IconUserPlus, chord: 'j' },
        { key: 'claims', to: '/operator/claims', icon: IconMessageReport, chord: 'q' },
        { key: 'openings', to: '/operator/openings', icon: IconDoorEnter, chord: 'o' },
        { key: 'accounts', to: '/operator/accounts', icon: IconChecklist, chord: 'c' },
      ],
    },
    {
      key: 'directory',
      items: [
        { key: 'advertisers', to: '/operator/advertisers', icon: IconBuildingStore, chord: 'b' },
        { key: 'publishers', to: '/operator/publishers', icon: IconUsers, chord: 'p' },
        { key: 'promotions', to: '/operator/promotions', icon: IconTicket, chord: 'k' },
      ],
    },
    {
      key: 'results',
      items: [
        { key: 'money', to: '/operator/money', icon: IconBuildingBank, chord: 'm' },
        { key: 'hits', to: '/operator/hits', icon: IconClick, chord: 'l' },
      ],
    },
    {
      key: 'workshop',
      items: [
        { key: 'legalTexts', to: '/operator/terms', icon: IconFileText, chord: 'r' },
        { key: 'mailbox', to: '/mailbox', icon: IconInbox, chord: 'i' },
      ],
    },
  ],
}

const DEFAULT_ACCESS = { publisher: 'publisher', advertiser: 'advertiser:see', operator: 'operator' } as const

/** Returns the navigation of an account, without the pages that it may not open. */
export function getConsoleNav(actor: ActorView): NavGroup[] {
  const kind = getAccountKind(actor)
  return consoleNav[actor.role].flatMap((group) => {
    const items = group.items.filter(({ access = DEFAULT_ACCESS[actor.role] }) => isAdmitted(access, kind))
    return items.length === 0 ? [] : [{ ...group, items }]
  })
}
