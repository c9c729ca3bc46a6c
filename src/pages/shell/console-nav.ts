import {
  IconBuildingStore,
  IconCalendarStats,
  IconChecklist,
  IconClick,
  IconInbox,
  IconLink,
  IconListCheck,
  IconPlugConnected,
  IconReceipt2,
  IconTicket,
  IconUserPlus,
  IconUserQuestion,
  IconUsers,
  IconWorld,
  IconWorldStar,
} from '@tabler/icons-react'
import type { Role } from '#kernel/actor.ts'
import type { Messages } from '#texts/texts.ts'

type NavKey = keyof Messages['shell']['console']

/** One entry of the side navigation. */
export interface NavItem {
  key: NavKey
  to: string
  icon: typeof IconLink
}

/** A titled group of entries. */
export interface NavGroup {
  key: NavKey
  items: readonly NavItem[]
}

/** The side navigation of each role. Add a line here for a new page of the console. */
export const consoleNav: Record<Role, readonly NavGroup[]> = {
  publisher: [
    {
      key: 'performance',
      items: [
        { key: 'bySite', to: '/performance/site_report', icon: IconWorld },
        { key: 'byDate', to: '/performance/daily_report', icon: IconCalendarStats },
        { key: 'byAdvertiser', to: '/performance/advertiser_report', icon: IconBuildingStore },
        { key: 'transactions', to: '/transactions', icon: IconReceipt2 },
        { key: 'hits', to: '/hits', icon: IconClick },
      ],
    },
    {
      key: 'earn',
      items: [
        { key: 'customLink', to: '/custom_link', icon: IconLink },
        { key: 'advertisers', to: '/advertisers', icon: IconUsers },
        { key: 'promotions', to: '/promotions', icon: IconTicket },
      ],
    },
    {
      key: 'setUp',
      items: [
        { key: 'sites', to: '/account', icon: IconWorldStar },
        { key: 'firstSteps', to: '/first-steps', icon: IconListCheck },
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
    { key: 'results', items: [{ key: 'transactions', to: '/brand/transactions', icon: IconReceipt2 }] },
  ],
  operator: [
    {
      key: 'decide',
      items: [
        { key: 'transactions', to: '/operator/transactions', icon: IconReceipt2 },
        { key: 'applications', to: '/operator/applications', icon: IconUserQuestion },
        { key: 'joinRequests', to: '/operator/join-requests', icon: IconUserPlus },
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
    { key: 'workshop', items: [{ key: 'mailbox', to: '/mailbox', icon: IconInbox }] },
  ],
}
