import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools'
import { z } from 'zod'
import { parseIpRanges } from '#kernel/ip.ts'
import { findDatabaseUrlFault } from './database/database-url.ts'
import { parseKeys } from './sealing/sealing-key.ts'
import type { SealingKey } from './sealing/sealing-key.ts'
import { StartError } from './start-error.ts'

/** The operator, as public pages and mails name it. */
export interface NetworkIdentity {
  name: string
  supportEmail: string
  /** One line each, parts separated by commas. */
  addressUnitedStates: string
  addressHongKong: string
  /** Empty until configured; the imprint page shows it. */
  legalIdentity: string
  /** The VAT id of the legal entity, without blanks; empty without one. */
  vatId: string
}

/** A bank account of the network. */
export interface PayerAccount {
  name: string
  iban: string
  /** Empty where the bank does not need it. */
  bic: string
}

/** How long data is kept before a job removes it. Months are whole months before the current one. */
export interface RetentionPeriods {
  /** User agent, referrer and IP prefix of hits. */
  visitorDataMonths: number
  /** What advertisers' shops sent with their postbacks. */
  postbackParametersMonths: number
  /** Mails that were sent or failed for good. */
  mailDays: number
  /** Declined applications with their accounts, and repeats. */
  applicationDays: number
  /** Removed sub-accounts. */
  subAccountDays: number
}

/** The parsed environment variables. docs/configure.md describes them. */
export interface Config {
  port: number
  host: string
  /** Origin without a trailing slash: `https://example.org`. */
  publicUrl: string
  /** The port of the tracking listener. When unset, only the port of the pages serves tracking. */
  trackingPort: number | undefined
  /** Origin of tracking links without a trailing slash: `https://go.example.org`. */
  trackingOrigin: string
  /** Whether `TRACKING_URL` is set. */
  isTrackingUrlSet: boolean
  /** Absolute path. */
  dataDir: string
  /** When unset, an embedded PostgreSQL with its data in `dataDir` is used. */
  databaseUrl: string | undefined
  /** The keys that seal secrets, the newest first. When unset, `dataDir` has a file with a key. */
  secretKeys: readonly SealingKey[] | undefined
  /** When unset, mails go to the loopback mailbox. */
  smtpUrl: string | undefined
  /** The sender of the network's mails. */
  mailFrom: string
  /** Processes that serve HTTP. */
  workers: number
  /** Whether an empty database is filled with demo data. */
  demo: boolean
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  /** `false`, or the proxies whose `X-Forwarded-For` is trusted: addresses, ranges or names, separated by commas. */
  trustProxy: false | string
  /** The token that reads `/metrics`; when unset, the address does not exist. */
  metricsToken: string | undefined
  /** How long `/readyz` answers 503 before a stop begins. */
  stopLeadMs: number
  network: NetworkIdentity
  /** The address from which exchange rates are fetched; without it they are entered or imported. */
  exchangeRatesUrl: string | undefined
  /** The account from which the network pays publishers; without it there are no files for a bank. */
  payer: PayerAccount | undefined
  /** Where the bank offers the file of the network's account; without it no job fetches one. */
  bankFileUrl: string | undefined
  retention: RetentionPeriods
  /** The variables of `network` that are unset, so that pages show examples or nothing. */
  unsetIdentity: readonly string[]
}

const Port = z.coerce.number().int().min(1).max(65_535)

/** An http or https address of which only scheme, host and port may be given. */
const Origin = z
  .url({ protocol: /^https?$/ })
  .refine((url) => /^https?:\/\/[^/?#@]+\/?$/i.test(url))
  .transform((url) => new URL(url).origin)

const Months = z.coerce.number().int().min(1).max(120)
const Days = z.coerce.number().int().min(1).max(3650)

const variables = z.object({
  PORT: Port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: Origin.optional(),
  TRACKING_PORT: Port.optional(),
  TRACKING_URL: Origin.optional(),
  DATA_DIR: z
    .string()
    .refine((path) => !path.includes('\0'))
    .default('./data')
    .transform((path) => resolve(path)),
  DATABASE_URL: z
    .string()
    .superRefine((text, issues) => {
      const message = findDatabaseUrlFault(text)
      if (message !== undefined) issues.addIssue({ code: 'custom', message })
    })
    .optional(),
  SECRET_KEY: z
    .string()
    .refine((text) => parseKeys(text) !== undefined)
    .transform(parseKeys)
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.email().optional(),
  WORKERS: z.coerce.number().int().min(1).max(128).default(Math.max(2, availableParallelism())),
  DEMO: z
    .enum(['0', '1'])
    .transform((value) => value === '1')
    .optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
  TRUST_PROXY: z
    .string()
    .refine((value) => value === '0' || parseIpRanges(value) !== undefined)
    .transform((value) => (value === '0' ? (false as const) : value))
    .default(false),
  METRICS_TOKEN: z
    .string()
    .regex(/^[!-~]{16,200}$/)
    .optional(),
  STOP_LEAD_MS: z.coerce.number().int().min(0).max(30_000).default(0),
  BRAND_NAME: z.string().max(60).default('Tandem'),
  SUPPORT_EMAIL: z.email().default('support@tandem.example'),
  ADDRESS_US: z.string().max(300).default('500 Example Street, Suite 200, San Francisco, CA 94105, United States'),
  ADDRESS_HK: z.string().max(300).default('8 Example Road, Central, Hong Kong, 999077'),
  LEGAL_IDENTITY: z.string().max(2000).default(''),
  LEGAL_VAT_ID: z
    .string()
    .transform((text) => text.replaceAll(/[\s.-]/g, '').toUpperCase())
    .refine((id) => /^[A-Z]{2}[A-Z0-9]{2,18}$/.test(id))
    .optional(),
  PAYOUT_IBAN: z
    .string()
    .transform((text) => electronicFormatIBAN(text) ?? '')
    .refine((iban) => isValidIBAN(iban))
    .optional(),
  BANK_FILE_URL: z.url({ protocol: /^https$/ }).optional(),
  PAYOUT_BIC: z
    .string()
    .refine((bic) => isValidBIC(bic))
    .optional(),
  PAYOUT_ACCOUNT_NAME: z.string().max(120).optional(),
  EXCHANGE_RATES_URL: z
    .url({ protocol: /^https?$/ })
    .refine((url) => !/^\w+:\/\/[^/?#]*[@:]/.test(url))
    .optional(),
  KEEP_VISITOR_DATA_MONTHS: Months.default(3),
  KEEP_POSTBACK_PARAMETERS_MONTHS: Months.default(13),
  KEEP_MAILS_DAYS: Days.default(30),
  KEEP_APPLICATIONS_DAYS: Days.default(180),
  KEEP_SUB_ACCOUNTS_DAYS: Days.default(90),
})

/** The names of all variables. */
export const VARIABLES: readonly string[] = Object.keys(variables.shape)

const IDENTITY = ['BRAND_NAME', 'SUPPORT_EMAIL', 'ADDRESS_US', 'ADDRESS_HK', 'LEGAL_IDENTITY'] as const

/** What each variable must be. The faults of DATABASE_URL have sentences of their own. */
const expectations: Record<Exclude<keyof z.input<typeof variables>, 'DATABASE_URL'>, string> = {
  PORT: 'a whole number from 1 to 65535',
  HOST: 'the address or name of a network interface, like 127.0.0.1 or 0.0.0.0',
  PUBLIC_URL: 'an http or https address without a path, like https://network.example',
  TRACKING_PORT: 'a whole number from 1 to 65535',
  TRACKING_URL: 'an http or https address without path, query and credentials, like https://go.network.example',
  DATA_DIR: 'the path of a directory',
  SECRET_KEY: '32 random bytes, as 64 hexadecimal digits or in base64',
  SMTP_URL: 'a mail server address, like smtps://user:password@host:465',
  MAIL_FROM: 'an e-mail address',
  WORKERS: 'a whole number from 1 to 128',
  DEMO: '0 or 1',
  LOG_LEVEL: 'one of fatal, error, warn, info, debug, trace, silent',
  TRUST_PROXY: '0, or proxy addresses and ranges separated by commas, like "loopback, 10.0.0.0/8"',
  METRICS_TOKEN: '16 to 200 visible ASCII characters',
  STOP_LEAD_MS: 'a whole number from 0 to 30000',
  BRAND_NAME: 'a name of at most 60 characters',
  SUPPORT_EMAIL: 'an e-mail address',
  ADDRESS_US: 'an address of at most 300 characters',
  ADDRESS_HK: 'an address of at most 300 characters',
  LEGAL_IDENTITY: 'a text of at most 2000 characters',
  LEGAL_VAT_ID: 'a VAT id with the letters of its country, like DE123456788',
  PAYOUT_IBAN: 'an IBAN, like DE89 3704 0044 0532 0130 00',
  BANK_FILE_URL: 'an https address',
  PAYOUT_BIC: 'a BIC of 8 or 11 characters',
  PAYOUT_ACCOUNT_NAME: 'the holder of the account, in at most 120 characters',
  EXCHANGE_RATES_URL: 'an http or https address without port and credentials, like https://rates.example/usd.csv',
  KEEP_VISITOR_DATA_MONTHS: 'a whole number of months from 1 to 120',
  KEEP_POSTBACK_PARAMETERS_MONTHS: 'a whole number of months from 1 to 120',
  KEEP_MAILS_DAYS: 'a whole number of days from 1 to 3650',
  KEEP_APPLICATIONS_DAYS: 'a whole number of days from 1 to 3650',
  KEEP_SUB_ACCOUNTS_DAYS: 'a whole number of days from 1 to 3650',
}

/**
 * Reads the configuration from environment variables; an empty variable counts as unset. Throws a StartError that names
 * every invalid variable but no value, because some values are secrets.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = variables.safeParse(given)
  if (!parsed.success) {
    throw new StartError([...new Set(parsed.error.issues.map(describeIssue))].join(' '))
  }
  const values = parsed.data
  if (values.TRACKING_PORT === values.PORT) throw new StartError('TRACKING_PORT must be another port than PORT.')
  const publicUrl = values.PUBLIC_URL ?? `http://${publicHost(values.HOST)}:${values.PORT}`
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    trackingPort: values.TRACKING_PORT,
    trackingOrigin: values.TRACKING_URL ?? getLocalTrackingOrigin(values) ?? publicUrl,
    isTrackingUrlSet: values.TRACKING_URL !== undefined,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    secretKeys: values.SECRET_KEY,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? values.SUPPORT_EMAIL,
    workers: values.WORKERS,
    demo: values.DEMO ?? values.DATABASE_URL === undefined,
    logLevel: values.LOG_LEVEL,
    trustProxy: values.TRUST_PROXY,
    metricsToken: values.METRICS_TOKEN,
    stopLeadMs: values.STOP_LEAD_MS,
    network: {
      name: values.BRAND_NAME,
      supportEmail: values.SUPPORT_EMAIL,
      addressUnitedStates: values.ADDRESS_US,
      addressHongKong: values.ADDRESS_HK,
      legalIdentity: values.LEGAL_IDENTITY,
      vatId: values.LEGAL_VAT_ID ?? '',
    },
    exchangeRatesUrl: values.EXCHANGE_RATES_URL,
    payer: values.PAYOUT_IBAN === undefined ? undefined : readPayer(values, values.PAYOUT_IBAN),
    bankFileUrl: values.BANK_FILE_URL,
    retention: {
      visitorDataMonths: values.KEEP_VISITOR_DATA_MONTHS,
      postbackParametersMonths: values.KEEP_POSTBACK_PARAMETERS_MONTHS,
      mailDays: values.KEEP_MAILS_DAYS,
      applicationDays: values.KEEP_APPLICATIONS_DAYS,
      subAccountDays: values.KEEP_SUB_ACCOUNTS_DAYS,
    },
    unsetIdentity: IDENTITY.filter((name) => given[name] === undefined),
  }
}

type Values = z.output<typeof variables>

function readPayer(values: Values, iban: string): PayerAccount {
  return { name: values.PAYOUT_ACCOUNT_NAME ?? values.BRAND_NAME, iban, bic: values.PAYOUT_BIC ?? '' }
}

/** Without PUBLIC_URL only browsers on this machine are known to reach the network, and they know its ports. */
function getLocalTrackingOrigin({ PUBLIC_URL, TRACKING_PORT, HOST }: Values): string | undefined {
  if (PUBLIC_URL !== undefined || TRACKING_PORT === undefined) return undefined
  return `http://${publicHost(HOST)}:${TRACKING_PORT}`
}

function describeIssue({ path: [name], message }: z.core.$ZodIssue): string {
  if (name === 'DATABASE_URL') return message
  return `${String(name)} must be ${expectations[name as keyof typeof expectations]}.`
}

/** Returns the host name with which a browser on this machine reaches a server that listens on `host`. */
function publicHost(host: string): string {
  if (['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
