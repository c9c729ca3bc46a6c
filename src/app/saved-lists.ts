import { savedInvitationLists } from '#domains/partners/invitations/saved-lists.ts'
import { savedListingLists } from '#domains/partners/listings/saved-lists.ts'
import { savedMemberLists } from '#domains/partners/memberships/saved-lists.ts'
import { savedPromotionLists } from '#domains/tracking/promotions/saved-lists.ts'
import { savedReportLists } from '#domains/figures/reports/saved-lists.ts'
import { savedOrderLists } from '#domains/orders/transactions/saved-lists/orders.ts'
import { savedTransactionLists } from '#domains/orders/transactions/saved-lists/transactions.ts'
import type { SavedList } from '#platform/server/saved-lists.ts'

/** Collects the lists that have saved views. A new one adds its line here. */
export const savedLists: readonly SavedList[] = [
  ...savedTransactionLists,
  ...savedOrderLists,
  ...savedPromotionLists,
  ...savedMemberLists,
  ...savedInvitationLists,
  ...savedListingLists,
  ...savedReportLists,
]
