import type { Ctx } from '#platform/server/context.ts'
import { toRateAddress, rateKey } from '#platform/server/limits/rate-key.ts'
import { isWithinLimit, limitRate } from '#platform/server/limits/rate-limit.ts'
import { ADDRESS_LIMIT, NETWORK_LIMIT } from '../rules/limits.ts'

/** The values that rate limits count a request by. */
export interface RequestOrigin {
  email: string
  ip: string
  /** Keys the hashes of addresses in rate limits. */
  addressKey: Buffer
}

/** Counts a request from one IP prefix. Refuses with 429 beyond the limit. */
export async function limitNetwork(ctx: Ctx, { ip, addressKey }: RequestOrigin): Promise<void> {
  await limitRate(ctx, { key: rateKey(addressKey, 'apply-network', toRateAddress(ip)), ...NETWORK_LIMIT })
}

/** Counts a request for one e-mail address. False beyond the limit, which the answer to the request must not reveal. */
export function isWithinAddressLimit(ctx: Ctx, { email, addressKey }: RequestOrigin): Promise<boolean> {
  return isWithinLimit(ctx, { key: rateKey(addressKey, 'apply-address', email.toLowerCase()), ...ADDRESS_LIMIT })
}
