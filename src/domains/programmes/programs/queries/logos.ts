import type { Db } from '#database'

/** Reads a stored logo: a WebP image; undefined while there is none of this digest. */
export async function findLogo(db: Db, { digest }: { digest: string }): Promise<Buffer | undefined> {
  const row = await db.selectFrom('logo').select('content').where('digest', '=', digest).executeTakeFirst()
  return row?.content
}
