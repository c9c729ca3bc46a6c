import type { Locale } from '#texts/texts.ts'
import type { DomainView, SecretView } from './contract.ts'
import type { listDomains, listSecrets } from './queries.ts'
import { regionName, secretHint } from './rules.ts'

/** A domain as operators and advertisers read it. */
export function viewDomain(domain: Awaited<ReturnType<typeof listDomains>>[number], locale: Locale): DomainView {
  return {
    id: Number(domain.id),
    hostname: domain.hostname,
    regions: domain.regions.map(({ code, text }) => ({
      code,
      name: regionName(code, locale),
      commission_text: text,
    })),
  }
}

/** A postback secret without its token. */
export function viewSecret(secret: Awaited<ReturnType<typeof listSecrets>>[number]): SecretView {
  return {
    id: Number(secret.id),
    hint: secretHint(secret.token),
    created_at: secret.createdAt.toISOString(),
    revoked_at: secret.revokedAt?.toISOString() ?? null,
  }
}
