import { parseSiteUrl } from '#domains/publishers/rules.ts'
import { Refusal } from '#kernel/errors.ts'
import type { ApplicationKind, ApplicationStatus } from '../contract/options.ts'

/** What an operator can still do with an application: a rejected one may be approved later, a repeat is only read. */
export function canApprove(application: { status: ApplicationStatus; isRepeat: boolean }): boolean {
  return !application.isRepeat && application.status !== 'approved'
}

/** Whether an application waits for its decision. */
export function isWaiting(application: { status: ApplicationStatus; isRepeat: boolean }): boolean {
  return !application.isRepeat && application.status === 'received'
}

/** Refuses a decision on what has been decided, or is a repeat. */
export function alreadyDecided(): Refusal {
  return new Refusal({ code: 'application.decided', status: 409 })
}

/** The role of the account that an application is for. */
export function toRole(kind: ApplicationKind): 'publisher' | 'advertiser' {
  return kind === 'advertiser' ? 'advertiser' : 'publisher'
}

/** The full address of a brand's website as it was typed, `https://` added when missing; undefined when it is none. */
export function toWebsite(typed: string): string | undefined {
  const url = parseSiteUrl(typed)
  return url !== undefined && /^https?:/.test(url) ? url : undefined
}

/** Name and address of the site that an approved publisher begins with; undefined when nothing typed is an address. */
export function getFirstSite(
  kind: ApplicationKind,
  fields: Readonly<Record<string, string | readonly string[]>>,
): { name: string; url: string } | undefined {
  const isSignUp = kind === 'publisher'
  const url = parseSiteUrl(String(fields[isSignUp ? 'site_url' : 'channelUrl'] ?? ''))
  if (url === undefined) return undefined
  const name = String(fields[isSignUp ? 'site_name' : 'channel'] ?? '')
  return { url, name: name === '' || name === 'Other' ? new URL(url).hostname.slice(0, 120) : name }
}

/** The name of the publisher or advertiser that an application becomes. */
export function getBusinessName(application: {
  kind: ApplicationKind
  firstName: string
  lastName: string
  fields: Readonly<Record<string, string | readonly string[]>>
}): string {
  const { kind, fields } = application
  const company = kind === 'creator' ? undefined : fields[kind === 'advertiser' ? 'company_name' : 'company']
  return (typeof company === 'string' && company !== '' ? company : personName(application)).slice(0, 120)
}

/** First and last name as one. */
export function personName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.slice(0, 120)
}
