import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'

/** A payout that is paid. */
export interface PaidPayout {
  publisherId: bigint
  payoutId: string
}

/**
 * Gives the statements of paid payouts their numbers, one after the other for each publisher and without gaps, inside
 * the transaction that pays; of each publisher at most one payout. Keeps the legal data of the publishers as they are
 * now: without a legal name, the company or the name of the profile. The calling command writes the audit line.
 */
export async function issueStatements(tx: Ctx, payouts: readonly PaidPayout[]): Promise<void> {
  if (!tx.db.isTransaction) throw new Error('A statement is issued inside the transaction that pays.')
  if (payouts.length === 0) return
  const publisherIds = payouts.map(({ publisherId }) => publisherId)
  const payoutIds = payouts.map(({ payoutId }) => payoutId)
  await sql`
    WITH paid AS (
      SELECT publisher_id, payout_id FROM unnest(${publisherIds}::bigint[], ${payoutIds}::uuid[])
        AS paid (publisher_id, payout_id)
    ), numbered AS (
      -- In the order of the keys, so that two statements cannot deadlock.
      INSERT INTO statement_counter (publisher_id, last_number)
      SELECT publisher_id, 1 FROM paid ORDER BY publisher_id
      ON CONFLICT (publisher_id) DO UPDATE SET last_number = statement_counter.last_number + 1
      RETURNING publisher_id, last_number
    )
    INSERT INTO statement (
      publisher_id, number, payout_id, issued_at, legal_name, address, zip_code, country, vat_id, self_billing_version
    )
    SELECT paid.publisher_id, numbered.last_number, paid.payout_id, ${tx.now},
      coalesce(
        nullif(legal.legal_name, ''), nullif(profile.company, ''),
        nullif(trim(profile.first_name || ' ' || profile.last_name), ''), publisher.name
      ),
      coalesce(legal.address, profile.address, ''), coalesce(legal.zip_code, profile.zip_code, ''),
      coalesce(legal.country, profile.country, ''),
      coalesce(legal.vat_id, ''), legal.self_billing_version
    FROM paid
    JOIN numbered ON numbered.publisher_id = paid.publisher_id
    JOIN publisher ON publisher.id = paid.publisher_id
    LEFT JOIN publisher_profile AS profile ON profile.id = paid.publisher_id
    LEFT JOIN legal_detail AS legal ON legal.id = paid.publisher_id`.execute(tx.db)
}
