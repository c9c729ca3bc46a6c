/** Whether an advertiser is active. Links to a paused one still redirect, but earn nothing. */
export const ADVERTISER_STATUSES = ['active', 'paused'] as const

/** One of `ADVERTISER_STATUSES`. */
export type AdvertiserStatus = (typeof ADVERTISER_STATUSES)[number]

/**
 * What a postback secret is for. A server secret stays on the server of the shop, so it may also decide orders. A pixel
 * secret is public, because it stands in pages, so it can only report orders.
 */
export const SECRET_KINDS = ['server', 'pixel'] as const

/** One of `SECRET_KINDS`. */
export type SecretKind = (typeof SECRET_KINDS)[number]

/** How many postback secrets of a kind may be valid at once: the one in use and its successor. */
export const MAX_VALID_SECRETS = 2

/** A secret stays valid for this long beside its successor. */
export const SECRET_OVERLAP_MS = 7 * 86_400_000

const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/
const FORBIDDEN_IN_HOSTNAME = /[^\p{L}\p{M}\p{N}.-]/u

/**
 * Converts a host name to the ASCII form of `URL.hostname` (`Müller.example` becomes `xn--mller-kva.example`).
 * Undefined for anything else: an IP address, a port, a path, a scheme, a name without a dot. Local names count as host
 * names; see `isLocalHostname`.
 */
export function parseHostname(text: string): string | undefined {
  const typed = text.trim()
  if (typed === '' || FORBIDDEN_IN_HOSTNAME.test(typed) || !URL.canParse(`http://${typed}/`)) return undefined
  const { hostname } = new URL(`http://${typed}/`)
  if (isLocalHostname(hostname)) return hostname
  const labels = hostname.split('.')
  const isName = labels.length > 1 && hostname.length <= 253 && labels.every((label) => LABEL.test(label))
  return isName && !/^\d+$/.test(labels.at(-1) ?? '') ? hostname : undefined
}

/** A host that tracking links may lead to. `port` is null for 80 and 443, the ports of an address without a port. */
export interface DeclaredHost {
  hostname: string
  port: number | null
}

/** The ports of a URL that a host without a port stands for; a URL hides the port of its own scheme. */
const WEB_PORTS: readonly string[] = ['', '80', '443']
const MAX_PORT = 65_535

/** Parses a host as an operator types it: a name (see `parseHostname`), with or without a port. */
export function parseHost(text: string): DeclaredHost | undefined {
  const [, name = '', port = '443'] = /^(.*?)(?::(\d{1,5}))?$/.exec(text.trim()) ?? []
  const hostname = parseHostname(name)
  const number = Number(port)
  if (hostname === undefined || number < 1 || number > MAX_PORT) return undefined
  return { hostname, port: WEB_PORTS.includes(String(number)) ? null : number }
}

/**
 * The host of an address as advertisers declare it: the name, with the port unless that is 80 or 443. Everything that
 * compares hosts compares this text, which is also the column `advertiser_domain.host`.
 */
export function getHost({ hostname, port }: URL): string {
  return WEB_PORTS.includes(port) ? hostname : `${hostname}:${port}`
}

/** Adds `www.` to a host or removes it. */
export function siblingHost(host: string): string {
  return host.startsWith('www.') ? host.slice('www.'.length) : `www.${host}`
}

/** Indexes values by declared host. A host stands for itself with and without `www.`, unless both are declared. */
export function indexHosts<T>(declared: readonly (readonly [host: string, value: T])[]): Map<string, T> {
  return new Map([...declared.map(([host, value]) => [siblingHost(host), value] as const), ...declared])
}

/**
 * Whether a host name means the local machine. It can be declared only on a network that itself runs under a local
 * name.
 */
export function isLocalHostname(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname.endsWith('.localhost')
}

/** The last characters of a secret, which operators may read. */
export function secretHint(token: string): string {
  return `…${token.slice(-6)}`
}

/**
 * Parses regions as an operator types them, one per line: a code, then the commission in words. `declareDomain` and
 * `setRegions` check the codes.
 */
export function parseRegionLines(text: string): { code: string; commission_text: string }[] {
  const lines = text.split('\n').map((line) => line.trim())
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [, code = '', commission = ''] = /^(\S+)\s*(.*)$/.exec(line) ?? []
      return { code: code.toUpperCase(), commission_text: commission }
    })
}

/** Formats regions for `parseRegionLines`. */
export function regionLines(regions: readonly { code: string; commission_text: string }[]): string {
  return regions.map(({ code, commission_text: text }) => `${code} ${text}`.trim()).join('\n')
}

/** Who stands behind a brand. What was not given is empty. */
export interface Company {
  legalName: string
  street: string
  postalCode: string
  city: string
  countryCode: string
  vatNumber: string
  contactName: string
  contactEmail: string
}

/** A company of which nothing is known. */
export const NO_COMPANY: Company = {
  legalName: '',
  street: '',
  postalCode: '',
  city: '',
  countryCode: '',
  vatNumber: '',
  contactName: '',
  contactEmail: '',
}
