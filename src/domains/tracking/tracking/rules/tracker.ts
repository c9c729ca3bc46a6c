/**
 * The address of the tracking script. The version is that of the contract between the script and the pages that
 * installed it: their attributes, and `/hosts/{key}`. A change that breaks those pages gets the next version.
 */
export const TRACKER_PATH = '/tracker/v1.js'

/** What a publisher puts on the pages of a site. `trackingOrigin` has no trailing slash. */
export function buildSnippet({ trackingOrigin, siteKey }: { trackingOrigin: string; siteKey: string }): string {
  return `<script async src="${trackingOrigin}${TRACKER_PATH}" data-key="${siteKey}"></script>`
}

/** Reads the site key of a snippet, with or without its white space; undefined when the text is no snippet of ours. */
export function readSnippetKey(text: string): string | undefined {
  return text.includes(TRACKER_PATH) ? /data-key=["']?([a-z0-9]{1,40})/i.exec(text)?.[1] : undefined
}

/** Whether a page holds the tracking script: with the key of the site, with another key only, or not at all. */
export type ScriptPresence = 'found' | 'other_key' | 'missing'

/**
 * Looks for the tracking script in a page outside of comments. The script may come from any of `origins`. It reads the
 * page once, however it is written.
 */
export function findScript(
  html: string,
  { pageUrl, origins, siteKey }: { pageUrl: string; origins: readonly string[]; siteKey: string },
): ScriptPresence {
  const addresses = new Set<string | undefined>(origins.map((origin) => new URL(TRACKER_PATH, origin).href))
  let presence: ScriptPresence = 'missing'
  for (const tag of readScriptTags(html)) {
    if (!tag.includes(TRACKER_PATH)) continue
    const attributes = readAttributes(tag)
    if (!addresses.has(URL.parse(attributes.get('src') ?? '', pageUrl)?.href)) continue
    if (attributes.get('data-key') === siteKey) return 'found'
    presence = 'other_key'
  }
  return presence
}

function* readScriptTags(html: string): Generator<string> {
  const lower = html.toLowerCase()
  const nextScript = createFinder(lower, '<script')
  const nextComment = createFinder(lower, '<!--')
  for (let at = 0; at !== -1;) {
    const scriptAt = nextScript(at)
    const commentAt = nextComment(at)
    if (scriptAt === -1) return
    if (commentAt !== -1 && commentAt < scriptAt) {
      at = lower.indexOf('-->', commentAt)
      continue
    }
    const endAt = lower.indexOf('>', scriptAt)
    if (endAt === -1) return
    yield html.slice(scriptAt, Math.min(endAt, scriptAt + MAX_TAG_CHARACTERS))
    at = lower.indexOf('</script', endAt)
  }
}

/** Returns a function that finds the next place of a word. Called with ascending positions, it reads the text once. */
function createFinder(text: string, word: string): (from: number) => number {
  let found = text.indexOf(word)
  return (from) => {
    if (found !== -1 && found < from) found = text.indexOf(word, from)
    return found
  }
}

/** A longer tag is read to this length. */
const MAX_TAG_CHARACTERS = 2000

/** A name is tried only at its first character, so that a long tag takes linear time. */
const ATTRIBUTE = /(?<![^\s"'/])([^\s"'>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g

function readAttributes(tag: string): Map<string, string> {
  const found = [...tag.matchAll(ATTRIBUTE)].map(([, name = '', double, single, bare]) => {
    return [name.toLowerCase(), double ?? single ?? bare ?? ''] as const
  })
  // The first of two attributes with one name counts.
  return new Map(found.toReversed())
}

/**
 * Hashes a host, as `getHost` writes it, into some 64 bits. The list of hosts for the tracking script is shorter that
 * way, and does not show which programmes a publisher has joined. The script holds the same function, because it
 * imports nothing.
 */
export function hashHost(host: string): string {
  let one = 0x811c9dc5
  let other = 0x9e3779b9
  for (let at = 0; at < host.length; at += 1) {
    one = Math.imul(one ^ host.charCodeAt(at), 0x01000193)
    other = Math.imul(other ^ host.charCodeAt(at), 0x85ebca6b)
  }
  return (one >>> 0).toString(36) + (other >>> 0).toString(36)
}
