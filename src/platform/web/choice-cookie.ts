const YEAR_SECONDS = 31_536_000

/** Builds the cookie that keeps a choice of the visitor for a year, such as the language: `tandem_locale=zh`. */
export function choiceCookie(name: string, value: string): string {
  return `${name}=${value}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`
}
