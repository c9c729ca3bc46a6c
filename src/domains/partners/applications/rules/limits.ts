import { DAY_MS } from '#kernel/days.ts'

/** Applications and sign-ups from one IP prefix, which an office or a school may share. */
export const NETWORK_LIMIT = { max: 30, windowSeconds: 3600 }

/**
 * Applications and sign-ups for one e-mail address. Beyond the limit the answer stays the same. A further application
 * is not stored, and no further mail is sent.
 */
export const ADDRESS_LIMIT = { max: 5, windowSeconds: 3600 }

/** Attempts from one IP prefix to use the link of a sign-up's mail. */
export const RESUME_LIMIT = { max: 60, windowSeconds: 3600 }

/** Mails to the operators about new applications. */
export const NOTICE_LIMIT = { max: 1, windowSeconds: 3600 }

/**
 * Every application takes at least this long, so that the time does not reveal whether an address is known.
 */
export const ANSWER_MS = 250

/**
 * The same for the first step of a sign-up. Its answer may take 150 ms, of which the hash of the password, equal for
 * every address, takes most.
 */
export const SIGN_UP_ANSWER_MS = 120

/** A sign-up can be continued for this long after it began. Then its row goes, unless `UNCONFIRMED_MS` applies. */
export const SIGN_UP_MS = 7 * DAY_MS

/** A finished sign-up without a confirmed address is kept for this long, so that the login can say what is missing. */
export const UNCONFIRMED_MS = 90 * DAY_MS
