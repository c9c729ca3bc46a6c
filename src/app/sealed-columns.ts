import { SEALED_TOTP_SECRET } from '#domains/people/accounts/commands/totp.ts'
import { SEALED_FILE_KEY } from '#domains/people/files/queries.ts'
import { SEALED_BANK, SEALED_DESTINATION } from '#domains/money/payouts/queries/payment.ts'
import type { SealedColumn } from '#platform/server/sealing/sealing.ts'
import { SEALED_APP_SECRET } from '#platform/server/secrets/secrets.ts'

/** Every column of the type `sealed`. A change of the secret key seals their values again. */
export const sealedColumns: readonly SealedColumn[] = [
  SEALED_TOTP_SECRET,
  SEALED_APP_SECRET,
  SEALED_BANK,
  SEALED_DESTINATION,
  SEALED_FILE_KEY,
]
