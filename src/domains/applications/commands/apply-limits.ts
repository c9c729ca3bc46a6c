import { Refusal } from '#kernel/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { toRateAddress, rateKey } from '#platform/server/rate-key.ts'
import { limitRate } from '#platform/server/rate-limit.ts'
import { ADDRESS_LIMIT, NETWORK_LIMIT } from '../rules/limits.ts'

/** Who asks from where for which address, for the limits. */
export interface Asker {
  email: string
  ip: string
  /** Keys the hashes of addresses in rate limits. */
  addressKey: Buffer
}

/** Counts a request of one network; refuses with 429 beyond the limit. */
export async function limitNetwork(ctx: Ctx, { ip, addressKey }: Asker): Promise<void> {
  await limitRate(ctx, { key: rateKey(addressKey, 'apply-network', toRateAddress(ip)), ...NETWORK_LIMIT })
}

/** Counts a request for one address; whoever asks is not told when the limit is reached. */
export async function hasAddressRoom(ctx: Ctx, { email, addressKey }: Asker): Promise<boolean> {
  const key = rateKey(addressKey, 'apply-address', email.toLowerCase())
  return limitRate(ctx, { key, ...ADDRESS_LIMIT }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false
      throw error
    },
  )
}
