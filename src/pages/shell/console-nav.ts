import {
  IconApi,
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
  IconHome,
  IconInbox,
  IconLink,
  IconPlugConnected,
  IconReceipt2,
  IconTags,
  IconTestPipe,
  IconTicket,
  IconUserPlus,
  IconUserQuestion,
  IconUsers,
  IconWorld,
  IconWorldStar,
} from '@tabler/icons-react'
import type { Access, KeyAccess } from '#kernel/access.ts'
import { getAccountKind, isAdmitted } from '#kernel/access.ts'
import type { Role } from '#kernel/actor.ts'
import type { ActorView } from '#platform/web/call-context.ts'
import type { Messages } from '#texts/texts.ts'

type NavKey = keyof Messages['shell']['console']

/** One entry of the side navigation. */
export interface NavItem {
  key: NavKey
  to: string
  icon: typeof IconLink
  /** The access kind of the page's calls. Without it the page is for the role alone, and not for sub-accounts. */
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
        { key: 'home', to: '/home', icon: IconHome, access: 'publisher-read' },
        { key: 'bySite', to: '/performance/site_report', icon: IconWorld, access: 'publisher-read' },
        { key: 'byDate', to: '/performance/daily_report', icon: IconCalendarStats, access: 'publisher-read' },
        {
          key: 'byAdvertiser',
          to: '/performance/advertiser_report',
          icon: IconBuildingStore,
          access: 'publisher-read',
        },
        { key: 'bySubId', to: '/performance/sub_id_report', icon: IconTags, access: 'publisher-read' },
        { key: 'transactions', to: '/transactions', icon: IconReceipt2, access: 'publisher-read' },
        { key: 'hits', to: '/hits', icon: IconClick, access: 'publisher-read' },
        { key: 'payments', to: '/payments', icon: IconCash, access: 'publisher-closed' },
      ],
    },
    {
      key: 'earn',
      items: [
        { key: 'customLink', to: '/custom_link', icon: IconLink, access: 'publisher-full' },
        { key: 'advertisers', to: '/advertisers', icon: IconUsers, access: 'publisher-full' },
        { key: 'promotions', to: '/promotions', icon: IconTicket, access: 'publisher-full' },
      ],
    },
    {
      key: 'setUp',
      items: [
        { key: 'sites', to: '/account#sites', icon: IconWorldStar },
        { key: 'installation', to: '/installation', icon: IconCode },
        { key: 'apiDoc', to: '/api_doc', icon: IconApi },
      ],
    },
  ],
  advertiser: [
    {
      key: 'programme',
      items: [
        { key: 'programme', to: '/brand', icon: IconBuildingStore },
        { key: 'promotions', to: '/brand/promotions', icon: IconTicket },
        { key: 'postbacks', to: '/brand/postbacks', icon: IconPlugConnected },
      ],
    },
    {
      key: 'results',
      items: [
        { key: 'transactions', to: '/brand/transactions', icon: IconReceipt2 },
        { key: 'billing', to: '/brand/billing', icon: IconBuildingBank },
      ],
    },
    {
      key: 'setUp',
      items: [
        { key: 'company', to: '/brand/company', icon: IconBuilding },
        { key: 'hosts', to: '/brand/hosts', icon: IconWorld },
        { key: 'terms', to: '/brand/terms', icon: IconFileText },
        { key: 'testOrder', to: '/brand/test', icon: IconTestPipe },
      ],
    },
  ],
  operator: [
    {
      key: 'decide',
      items: [
        { key: 'transactions', to: '/operator/transactions', icon: IconReceipt2 },
        { key: 'applications', to: '/operator/applications', icon: IconUserQuestion },
        { key: 'joinRequests', to: '/operator/join-requests', icon: IconUserPlus },
        { key: 'openings', to: '/operator/openings', icon: IconDoorEnter },
        { key: 'accounts', to: '/operator/accounts', icon: IconChecklist },
      ],
    },
    {
      key: 'directory',
      items: [
        { key: 'advertisers', to: '/operator/advertisers', icon: IconBuildingStore },
        { key: 'publishers', to: '/operator/publishers', icon: IconUsers },
        { key: 'promotions', to: '/operator/promotions', icon: IconTicket },
      ],
    },
    {
      key: 'results',
      items: [
        { key: 'money', to: '/operator/money', icon: IconBuildingBank },
        { key: 'hits', to: '/operator/hits', icon: IconClick },
      ],
    },
    {
      key: 'workshop',
      items: [
        { key: 'legalTexts', to: '/operator/terms', icon: IconFileText },
        { key: 'mailbox', to: '/mailbox', icon: IconInbox },
      ],
    },
  ],
}

/** Returns the navigation of an account, without the pages that it may not open. */
export function getConsoleNav(actor: ActorView): NavGroup[] {
  const kind = getAccountKind(actor)
  return consoleNav[actor.role].flatMap((group) => {
    const items = group.items.filter(({ access = actor.role }) => isAdmitted(access, kind))
    return items.length === 0 ? [] : [{ ...group, items }]
  })
}
