import { Buffer } from 'node:buffer'
import type { DayRange } from '#kernel/days.ts'
import type { Ctx } from '#platform/server/context.ts'
import { MAX_FILE_BYTES } from '#platform/server/saved-lists.ts'
import type { ListContent, MailedList } from '#platform/server/saved-lists.ts'
import { addDaysOfMail, readSearch } from '../rules/mailed-search.ts'

/** Reads what is mailed of a view of a list, for the days of a mail. Refuses what the list itself refuses. */
export async function readViewContent(
  ctx: Ctx,
  { list, read }: MailedList,
  view: { query: string; days: DayRange },
): Promise<ListContent> {
  const search = readSearch(list, view.query)
  const content = await read(ctx, { ...search, query: addDaysOfMail(list, search.query, view.days) })
  const isTooLong = Buffer.byteLength(content.file ?? '') > MAX_FILE_BYTES
  return isTooLong ? { ...content, file: undefined, fileRows: 0 } : content
}
