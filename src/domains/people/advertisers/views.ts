import type { Locale } from '#texts/texts.ts'
import type { createPostbackSecret } from './commands.ts'
import type { CreatedSecret, DomainView, SecretView } from './contract.ts'
import type { listDomains, listSecrets } from './queries.ts'
import { regionName } from '#kernel/regions.ts'

/** A domain as operators and advertisers read it. */
export function viewDomain(domain: Awaited<ReturnType<typeof listDomains>>[number], locale: Locale): DomainView {
  return {
    id: Number(domain.id),
    hostname: domain.host,
    regions: domain.regions.map(({ code, text }) => ({
      code,
      name: regionName(code, locale),
      commission_text: text,
    })),
  }
}

type SecretRow = Awaited<ReturnType<typeof listSecrets>>[number]

/** A postback secret without its token. */
export function viewSecret(secret: SecretRow): SecretView {
  return {
    id: Number(secret.id),
    kind: secret.kind,
    hint: secret.hint,
    created_at: secret.createdAt.toISOString(),
    expires_at: secret.expiresAt?.toISOString() ?? null,
    revoked_at: secret.revokedAt?.toISOString() ?? null,
  }
}

type NewSecretRow = Awaited<ReturnType<typeof createPostbackSecret>>

/** A new postback secret with its token. */
export function viewNewSecret(created: NewSecretRow): CreatedSecret {
  return {
    success: true,
    secret_id: Number(created.secretId),
    kind: created.kind,
    token: created.token,
    previous_until: created.previousUntil?.toISOString() ?? null,
  }
}
