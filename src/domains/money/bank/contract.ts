import { z } from 'zod'
import { columnsQuery, columnsReply } from '#kernel/columns.ts'
import { Day } from '#kernel/day-query.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { Id } from '#kernel/ids.ts'
import { pageQuery } from '#kernel/page-query.ts'
import { LIST_PAGE_SIZES } from '#kernel/paging.ts'
import { requiredText } from '#kernel/text.ts'
import { ENTRY_OUTCOMES, ENTRY_PROBLEMS, FILE_MODES, MAX_BANK_FILE_BYTES } from './rules/vocabulary.ts'

const succeeded = { success: z.literal(true) }
/** With four decimals. */
const Money = z.string().regex(/^\d+\.\d{4}$/)

const payment = {
  /** What the bank calls it. */
  reference: z.string(),
  amount: Money,
  currency: z.string(),
  booked_on: Day,
  /** Counts the payments of its file with the same reference, amount and day from 1; null for a repeated booking. */
  occurrence: z.number().nullable(),
  payer: z.string(),
  /** What the payer wrote. */
  remittance: z.string(),
  /** Why it is not recorded at once. */
  problem: z.enum(ENTRY_PROBLEMS).nullable(),
  /** Whether it came in or went out. */
  direction: z.enum(['in', 'out']),
  /** The entry of an earlier file that it may be once more (`looks_known`) or may take back (`taken_back`). */
  earlier: z.object({ booked_on: Day, reference: z.string() }).nullable(),
  /** The deposit entered by hand that it may be. */
  looks_like: z.object({ moved_on: Day, reference: z.string() }).nullable(),
  /** Whose payment it is or, with a problem, probably is. */
  advertiser_id: z.number().nullable(),
  advertiser_name: z.string().nullable(),
}

/** A payment of a file, and what comes of it. */
const FilePayment = z.object({
  /** Its place in the file: the line of a CSV file, the number of the entry in others. */
  line: z.number(),
  ...payment,
  outcome: z.enum(ENTRY_OUTCOMES),
})

/** @see FilePayment */
export type FilePayment = z.infer<typeof FilePayment>

/** Checks or records a file of the network's bank account. */
export const importBankFileCall = endpoint({
  method: 'POST',
  path: '/api/v1/operator/bank-entries/file/:mode',
  access: 'operator',
  encoding: 'file',
  maxFileBytes: MAX_BANK_FILE_BYTES,
  summary: 'Check or record the payments of a bank file (camt.053, camt.054 or CSV) as deposits of advertisers',
  params: z.object({ mode: z.enum(FILE_MODES) }),
  query: z.object(columnsQuery),
  reply: z.object({
    ...succeeded,
    data: z.object({
      matched: z.number(),
      waiting: z.number(),
      /** Payments that an earlier file had. */
      known: z.number(),
      /** Payments of the network, and entries that are not booked yet. */
      skipped: z.number(),
      /** The places of the first 200 entries whose amount or day cannot be read; nothing of them is recorded. */
      unreadable: z.array(z.number()),
      /** The accounts that nobody has confirmed as the network's. Their entries are left in the file. */
      other_accounts: z.array(z.string()),
      /** The first 200 payments. */
      payments: z.array(FilePayment),
    }),
    ...columnsReply,
  }),
})

/** An account that a file of the bank named. */
const BankAccount = z.object({
  /** The IBAN, or what else numbers it, without blanks. */
  account: z.string(),
  found_at: z.iso.datetime(),
  /** Since when it counts as one of the network. */
  confirmed_at: z.iso.datetime().nullable(),
  /** The name of the operator who confirmed it. */
  confirmed_by: z.string().nullable(),
})

/** @see BankAccount */
export type BankAccount = z.infer<typeof BankAccount>

/** Says whether an account of a file is one of the network, so that its payments count. */
export const confirmBankAccountCall = endpoint({
  method: 'POST',
  path: '/api/v1/operator/bank-accounts/:account',
  access: 'operator',
  encoding: 'json',
  summary: 'Confirm that an account of a bank file is one of the network, or withdraw that',
  params: z.object({ account: z.string().regex(/^\S{1,40}$/) }),
  body: z.strictObject({ is_own: z.boolean() }),
  reply: z.object(succeeded),
})

/** A payment that waits for a decision. */
const WaitingEntry = z.object({ entry_id: z.uuid(), ...payment, imported_at: z.iso.datetime() })

/** @see WaitingEntry */
export type WaitingEntry = z.infer<typeof WaitingEntry>

/** Lists the payments that wait for a decision, with the last fetch. */
export const listBankEntriesCall = endpoint({
  method: 'GET',
  path: '/api/v1/operator/bank-entries',
  access: 'operator',
  encoding: 'none',
  summary: 'The payments on the bank account that wait for a decision, the oldest first, and the last fetch',
  query: z.object(pageQuery(LIST_PAGE_SIZES, 20)),
  reply: z.object({
    ...succeeded,
    data: z.object({
      count: z.number(),
      entries: z.array(WaitingEntry),
      /** The accounts that files named, the latest first. */
      accounts: z.array(BankAccount),
      /** Whether a job fetches the file of the bank. */
      is_fetched: z.boolean(),
      last_fetch: z
        .object({
          fetched_at: z.iso.datetime(),
          /** Why it failed, as a sentence; null when the file was read. */
          fault: z.string().nullable(),
          recorded: z.number(),
          waiting: z.number(),
          known: z.number(),
        })
        .nullable(),
    }),
  }),
})

const params = z.object({ entry_id: z.uuid() })

/** Records a payment that waits as a deposit of an advertiser, or takes back one that went out. */
export const assignBankEntryCall = endpoint({
  method: 'POST',
  path: '/api/v1/operator/bank-entries/:entry_id/assign',
  access: 'operator',
  encoding: 'json',
  summary: 'Record a payment that waits as a deposit of an advertiser; one that went out as a refund',
  params,
  body: z.strictObject({
    advertiser_id: Id,
    /** Says that it is another payment than the deposit entered by hand that it looks like. */
    is_other: z.boolean().default(false),
  }),
  reply: z.object(succeeded),
})

/** Notes that a payment that waits is the deposit entered by hand, or the earlier entry, that it looks like. */
export const linkBankEntryCall = endpoint({
  method: 'POST',
  path: '/api/v1/operator/bank-entries/:entry_id/link',
  access: 'operator',
  encoding: 'json',
  summary: 'Note that a payment that waits is the deposit entered by hand that it looks like; posts nothing',
  params,
  reply: z.object(succeeded),
})

/** Notes that a payment that waits concerns no advertiser. */
export const dismissBankEntryCall = endpoint({
  method: 'POST',
  path: '/api/v1/operator/bank-entries/:entry_id/dismiss',
  access: 'operator',
  encoding: 'json',
  summary: 'Note that a payment that waits concerns no advertiser, and why',
  params,
  body: z.strictObject({ note: requiredText(300) }),
  reply: z.object(succeeded),
})
