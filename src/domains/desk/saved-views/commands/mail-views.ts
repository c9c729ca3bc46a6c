import { Buffer } from 'node:buffer'
import { getAdvertiser } from '#domains/people/advertisers/queries.ts'
import { listMemberships, listTeamReaders } from '#domains/people/teams/queries.ts'
import type { TeamReader } from '#domains/people/teams/queries.ts'
import { startOfDay } from '#kernel/days.ts'
import type { CodedError } from '#kernel/error-codes.ts'
import { Refusal } from '#kernel/errors.ts'
import type { AccountActor } from '#kernel/actor.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { errorText } from '#platform/server/error-texts.ts'
import type { EmailMessage } from '#platform/server/mail/email-layout.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { isMailed, MAX_FILE_BYTES } from '#platform/server/saved-lists.ts'
import type { ListContent, MailedList, SavedList } from '#platform/server/saved-lists.ts'
import type { DayRange } from '#kernel/days.ts'
import { failedViewEmail, viewEmail } from '../mails.ts'
import { findSeenView } from '../queries/views.ts'
import type { ViewRow } from '../queries/views.ts'
import { findList, getViewPath } from '../rules/lists.ts'
import { getMember } from '../rules/organisation.ts'
import { addDaysOfMail, readSearch, writeSearch } from '../rules/mailed-search.ts'
import { getMailedDays, getNextMail, MAX_WAIT_MS } from '../rules/schedule.ts'
import type { EndReason } from '../rules/schedule.ts'

/** The lists whose views are mailed. */
export interface MailSources {
  lists: readonly SavedList[]
}

/** The schedules that one pass looks at. */
const MAX_DUE = 1000

/** PostgreSQL's code of a statement that took too long. */
const TIMED_OUT = '57014'

/**
 * Mails the views that are due, each in a transaction of its own, which locks its schedule and moves it on: so each
 * mail is sent once, however many processes run and wherever one ends. What fails for one does not hold up the others:
 * it is tried again until `MAX_WAIT_MS`, or not at all if it took too long, and then the mail says that it failed.
 */
export async function mailViews(ctx: Ctx, sources: MailSources): Promise<void> {
  const due = await ctx.db
    .selectFrom('viewSchedule')
    .select(['accountId', 'viewId', 'dueAt'])
    .where('dueAt', '<=', ctx.now)
    .orderBy('dueAt')
    .limit(MAX_DUE)
    .execute()
  const failures: unknown[] = []
  for (const key of due) {
    try {
      await inTransaction(ctx, (tx) => mailView(tx, sources, key))
    } catch (error) {
      failures.push(error)
      if (!isGivenUp(ctx, key, error)) continue
      const unread = { ...key, unread: { code: 'view.unread' } as const }
      await inTransaction(ctx, (tx) => mailView(tx, sources, unread)).catch((again: unknown) => failures.push(again))
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some views were not mailed.')
}

/** Whether a mail is not tried again: its rows would take too long each time, or it has failed for long. */
function isGivenUp({ now }: Ctx, { dueAt }: { dueAt: Date | null }, error: unknown): boolean {
  const isOverdue = dueAt !== null && now.getTime() - dueAt.getTime() >= MAX_WAIT_MS
  return isOverdue || (error as { code?: unknown }).code === TIMED_OUT
}

interface ScheduleKey {
  accountId: bigint
  viewId: bigint
  /** Why it is not read any more. */
  unread?: CodedError
}

type Schedule = NonNullable<Awaited<ReturnType<typeof lockDue>>>

function lockDue(tx: Ctx, { accountId, viewId }: ScheduleKey) {
  return tx.db
    .selectFrom('viewSchedule')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('viewId', '=', viewId)
    .where('dueAt', '<=', tx.now)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

async function mailView(tx: Ctx, { lists }: MailSources, key: ScheduleKey): Promise<void> {
  const schedule = await lockDue(tx, key)
  if (!schedule?.dueAt) return
  const seen = await findView(tx, lists, schedule)
  if (typeof seen === 'string') return endItself(tx, key, seen)
  const due = { ...schedule, dueAt: schedule.dueAt, ...(key.unread && { unread: key.unread }) }
  const written = await writeMail(tx, { due, ...seen })
  if (written === 'waits') return
  const { message, fault } = written
  await enqueueMail(tx, { to: seen.reader.email, message })
  const next = { dueAt: getNextMail(schedule, tx.now), fault: fault && JSON.stringify(fault) }
  await tx.db
    .updateTable('viewSchedule')
    .set({ ...next, ...(fault === null && { mailedAt: tx.now }) })
    .where('accountId', '=', key.accountId)
    .where('viewId', '=', key.viewId)
    .execute()
  const details = { accountId: key.accountId, dueAt: due.dueAt, ...(fault && { fault: fault.code }) }
  await audit(tx, { action: 'view.mail', target: `view:${key.viewId}`, details })
}

interface SeenView {
  reader: TeamReader
  /** The reader as an actor of the advertiser. */
  actor: AccountActor
  view: ViewRow
  saved: MailedList
}

/** What a schedule mails, and to whom; or why it has ended. */
async function findView(
  { db }: Ctx,
  lists: readonly SavedList[],
  { accountId, advertiserId, viewId }: ScheduleKey & { advertiserId: bigint },
): Promise<SeenView | EndReason> {
  const membership = (await listMemberships(db, { accountId })).find((team) => team.advertiserId === advertiserId)
  const readers = await listTeamReaders(db, { advertiserId, act: 'see' })
  const reader = readers.find((each) => each.accountId === accountId)
  if (!membership || !reader) return 'member'
  const { teamRole } = membership
  const { email } = reader
  const own = { accountId, email, role: 'advertiser', displayName: '', advertiserId, teamRole } as const
  const actor: AccountActor = { kind: 'account', ...own }
  const member = getMember(actor)
  const view = await findSeenView(db, { member, viewId })
  if (!view) return 'view'
  const saved = findList(lists, view.list, member.role)
  return saved && isMailed(saved) ? { reader, actor, view, saved } : 'right'
}

async function endItself(tx: Ctx, { accountId, viewId }: ScheduleKey, endReason: EndReason): Promise<void> {
  await tx.db
    .updateTable('viewSchedule')
    .set({ dueAt: null, endReason })
    .where('accountId', '=', accountId)
    .where('viewId', '=', viewId)
    .execute()
  await audit(tx, { action: 'view.end_schedule', target: `view:${viewId}`, details: { accountId, endReason } })
}

interface DueView extends SeenView {
  due: Schedule & { dueAt: Date; unread?: CodedError }
}

/** Writes the mail of a view, or the one that says why there is none; `waits` while its days are still counted. */
async function writeMail(
  tx: Ctx,
  { due, reader: { locale }, actor, view, saved }: DueView,
): Promise<{ message: EmailMessage; fault: CodedError | null } | 'waits'> {
  const { advertiserId, rhythm, weekday, token } = due
  const { list } = saved
  const { name: advertiser } = await getAdvertiser(tx.db, { advertiserId })
  const days = getMailedDays(due, due.dueAt)
  const mailed = { name: view.name, path: getViewPath(list, view), rhythm, weekday, token, advertiser }
  const fail = (fault: CodedError) => {
    return { message: failedViewEmail({ branding: tx.branding, locale }, mailed, errorText(locale, fault)), fault }
  }
  if (due.unread) return fail(due.unread)
  try {
    const content = await readViewContent({ ...tx, actor }, saved, { query: view.query, days })
    const isCounted = content.asOf !== null && content.asOf >= startOfDay(days.until)
    if (!isCounted && tx.now.getTime() - due.dueAt.getTime() < MAX_WAIT_MS) return 'waits'
    const path = getViewPath(list, { id: view.id, query: writeSearch(content.params) })
    return { message: viewEmail({ branding: tx.branding, locale }, { ...mailed, path }, content), fault: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code, params } = error.details
    return fail({ code, ...(params && { params }) } as CodedError)
  }
}

/** Reads what is mailed of a view of a list, for the days of a mail. Refuses what the list itself refuses. */
async function readViewContent(
  ctx: Ctx,
  { list, read }: MailedList,
  view: { query: string; days: DayRange },
): Promise<ListContent> {
  const search = readSearch(list, view.query)
  const content = await read(ctx, { ...search, query: addDaysOfMail(list, search.query, view.days) })
  const isTooLong = Buffer.byteLength(content.file ?? '') > MAX_FILE_BYTES
  return isTooLong ? { ...content, file: undefined, fileRows: 0 } : content
}
