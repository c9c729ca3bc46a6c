import type { Db } from '#database'
import { notFound } from '#kernel/errors.ts'
import { getOffset } from '#kernel/paging.ts'
import type { Page } from '#kernel/paging.ts'

/** A publisher with the e-mail of its account. Refuses an unknown id as not found. */
export async function getPublisher(db: Db, { publisherId }: { publisherId: bigint }) {
  const row = await db
    .selectFrom('publisher')
    .innerJoin('accountSummary as account', 'account.id', 'publisher.accountId')
    .selectAll('publisher')
    .select(['account.email', 'account.locale'])
    .where('publisher.id', '=', publisherId)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** The sites of a publisher in the order in which they were added. */
export function listSites(db: Db, { publisherId }: { publisherId: bigint }) {
  return db
    .selectFrom('site')
    .select(['id', 'key', 'name', 'url', 'isActive', 'createdAt', 'scriptFoundAt'])
    .where('publisherId', '=', publisherId)
    .orderBy('id')
    .execute()
}

/** Lists publishers by name whose name, e-mail or site contains the keyword. `count` covers all pages. */
export async function listPublishers(db: Db, { keyword, page }: { keyword: string; page: Page }) {
  const matching = db
    .selectFrom('publisher')
    .innerJoin('accountSummary as account', 'account.id', 'publisher.accountId')
    .$if(keyword !== '', (query) =>
      query.where((row) => {
        const contains = `%${keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
        return row.or([
          row('publisher.name', 'ilike', contains),
          row('account.email', 'ilike', contains),
          row.exists(
            row
              .selectFrom('site')
              .select('site.id')
              .whereRef('site.publisherId', '=', 'publisher.id')
              .where((site) =>
                site.or([
                  site('site.name', 'ilike', contains),
                  site('site.url', 'ilike', contains),
                  site('site.key', '=', keyword),
                ]),
              ),
          ),
        ])
      }),
    )
  const { count } = await matching.select((row) => row.fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow()
  const publishers = await matching
    .select(['publisher.id', 'publisher.name', 'publisher.createdAt', 'account.email'])
    .select((row) =>
      row
        .selectFrom('site')
        .select((site) => site.fn.countAll<bigint>().as('sites'))
        .whereRef('site.publisherId', '=', 'publisher.id')
        .as('siteCount'),
    )
    .orderBy((row) => row.fn('lower', ['publisher.name']))
    .orderBy('publisher.id')
    .limit(page.size)
    .offset(getOffset(page))
    .execute()
  return { count: Number(count), publishers }
}

/** Finds the publisher of an account; undefined when the account has none. */
export async function findPublisherId(db: Db, { accountId }: { accountId: bigint }): Promise<bigint | undefined> {
  const row = await db.selectFrom('publisher').select('id').where('accountId', '=', accountId).executeTakeFirst()
  return row?.id
}
