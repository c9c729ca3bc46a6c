import { listOf } from '#kernel/list-query.ts'
import { listAdvertiserClaimsCall, listClaimsCall } from './calls.ts'
import { listNetworkClaimsCall } from './operator.ts'

/** The claims of the signed-in publisher. */
export const publisherClaimList = listOf(listClaimsCall, '/claims')

/** The claims at the shop of the signed-in advertiser. */
export const advertiserClaimList = listOf(listAdvertiserClaimsCall, '/brand/claims')

/** The claims of the network. */
export const networkClaimList = listOf(listNetworkClaimsCall, '/operator/claims')
