import type { Generated } from 'kysely'
import type { ChosenKind, Digest, MailChoice, TeamNoticeKind } from './rules.ts'

/** What a member of a team was told. */
export interface TeamNoticeTable {
  id: Generated<bigint>
  accountId: bigint
  advertiserId: bigint
  kind: TeamNoticeKind
  /** The subject of its mail, and the page that it leads to. */
  subject: string
  path: string
  createdAt: Date
  /** Whether the list in the console shows it. */
  isListed: boolean
  readAt: Date | null
  /** The digest that has to tell it, and when it did. */
  digest: Digest | null
  digestedAt: Date | null
}

/** How a member of a team wants to be told of a kind; without a row by mail at once and in the console. */
export interface NoticeChoiceTable {
  accountId: bigint
  advertiserId: bigint
  kind: ChosenKind
  mail: MailChoice
  isListed: boolean
}

/** The link in the digests of a member about one advertiser. */
export interface NoticeDigestTable {
  accountId: bigint
  advertiserId: bigint
  digest: Digest
  /** A secret in each of these digests, whose only use is to end them. */
  token: string
  createdAt: Date
}

/** The tables that this domain owns. */
export interface NoticeTables {
  teamNotice: TeamNoticeTable
  noticeChoice: NoticeChoiceTable
  noticeDigest: NoticeDigestTable
}
