import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import { formatInvoiceNumber } from '#kernel/invoice-number.ts'
import { foldCode } from '#domains/tracking/promotions/rules.ts'
import { containing } from '#platform/server/database/like-pattern.ts'
import type { SearchResult } from '../contract.ts'
import type { SearchTerm } from '../rules.ts'

const LIMIT = 5

/** Finds what operators see by names, ids, hosts, e-mails, codes and numbers. Each statement reads an index. */
export async function findForOperator(db: Db, term: SearchTerm): Promise<SearchResult[]> {
  const { name, id, host, email, invoice, uuid, siteKey, channel, text } = term
  const parts = [
    email !== undefined && selectAccounts(email),
    siteKey !== undefined && selectSites(sql`site.key = ${siteKey}`),
    channel !== undefined && selectSites(sql`site.url ILIKE ${containing(channel)}`),
    host !== undefined && selectHosts(host),
    invoice !== undefined && selectInvoices(invoice),
    uuid !== undefined && selectPayouts(uuid),
    selectPromotions(text),
    id !== undefined && selectById(id),
    name !== undefined && selectByName(name),
  ]
  const found: SearchResult[] = []
  for (const part of parts) {
    if (part === false) continue
    const { rows } = await part.execute(db)
    found.push(...rows)
  }
  return found
}

type Select = RawBuilder<SearchResult>

function selectAccounts(email: string): Select {
  return sql`SELECT 'account' AS kind, account.email AS title, account.display_name AS detail,
      CASE WHEN publisher.id IS NOT NULL THEN '/operator/publishers/' || publisher.id
        WHEN member.id IS NOT NULL THEN '/operator/advertisers/' || member.advertiser_id
        ELSE '/operator/accounts/' || account.id END AS path
    FROM account_summary AS account
    LEFT JOIN publisher ON publisher.account_id = account.id
    LEFT JOIN team_member AS member ON member.account_id = account.id AND member.removed_at IS NULL
      AND member.role <> 'agency'
    WHERE account.email = ${email}`
}

function selectSites(condition: RawBuilder<boolean>): Select {
  return sql`SELECT 'site' AS kind, site.name AS title, publisher.name AS detail,
      '/operator/publishers/' || publisher.id AS path
    FROM site JOIN publisher ON publisher.id = site.publisher_id WHERE ${condition}
    ORDER BY site.id LIMIT ${LIMIT}`
}

function selectHosts(host: string): Select {
  return sql`SELECT 'host' AS kind, declared.host AS title, advertiser.name AS detail,
      '/operator/advertisers/' || advertiser.id AS path
    FROM advertiser_domain AS declared JOIN advertiser ON advertiser.id = declared.advertiser_id
    WHERE declared.host = ${host}`
}

function selectInvoices(number: number): Select {
  return sql`SELECT 'invoice' AS kind, ${formatInvoiceNumber(number)}::text AS title, advertiser.name AS detail,
      '/operator/money/advertisers/' || advertiser.id AS path
    FROM invoice JOIN advertiser ON advertiser.id = invoice.advertiser_id WHERE invoice.number = ${number}`
}

function selectPayouts(id: string): Select {
  return sql`SELECT 'payout' AS kind, publisher.name AS title, to_char(run.month, 'YYYY-MM') AS detail,
      '/operator/money/runs/' || run.id AS path
    FROM payout JOIN payout_run AS run ON run.id = payout.run_id JOIN publisher ON publisher.id = payout.publisher_id
    WHERE payout.id = ${id}
    UNION ALL SELECT 'payout', to_char(month, 'YYYY-MM'), '', '/operator/money/runs/' || id
    FROM payout_run WHERE id = ${id}`
}

function selectPromotions(code: string): Select {
  return sql`SELECT 'promotion' AS kind, promotion.code || ' · ' || promotion.title AS title, advertiser.name AS detail,
      '/operator/advertisers/' || advertiser.id || '/promotions/' || promotion.id AS path
    FROM promotion JOIN advertiser ON advertiser.id = promotion.advertiser_id
    WHERE upper(promotion.code) = ${foldCode(code)} ORDER BY promotion.id DESC LIMIT ${LIMIT}`
}

function selectById(id: bigint): Select {
  return sql`SELECT 'publisher' AS kind, name AS title, '#' || id AS detail, '/operator/publishers/' || id AS path
    FROM publisher WHERE id = ${id}
    UNION ALL SELECT 'advertiser', name, '#' || id, '/operator/advertisers/' || id FROM advertiser WHERE id = ${id}`
}

function selectByName(name: string): Select {
  const pattern = `${escapePattern(name)}%`
  return sql`(SELECT 'publisher' AS kind, name AS title, '#' || id AS detail, '/operator/publishers/' || id AS path
      FROM publisher WHERE lower(name) LIKE ${pattern} ORDER BY lower(name) USING ~<~, id LIMIT ${LIMIT})
    UNION ALL (SELECT 'advertiser', name, '#' || id, '/operator/advertisers/' || id
      FROM advertiser WHERE lower(name) LIKE ${pattern} ORDER BY lower(name) USING ~<~, id LIMIT ${LIMIT})`
}

/** Escapes what has a meaning in LIKE. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}
