/**
 * The e-mail pattern of publishers (specification 2, section 5): letters and digits with single `-`, `_` or `.` between
 * them, a domain, and a top-level domain of 2 to 4 letters.
 */
export const PUBLISHER_EMAIL = /^[a-z0-9]+([-_.][a-z0-9]+)*@([a-z0-9]+(-[a-z0-9]+)*\.)+[a-z]{2,4}$/i
