/**
 * The script that a publisher installs on a site. When a visitor clicks a link to an advertiser that the publisher has
 * joined, the script sends the click through the network. It stands alone: it imports nothing, sets no cookie and
 * stores nothing.
 *
 * It touches a link only while the network answers: it must have answered `/hosts/{key}` in this page view, and it is
 * asked again when the visitor reaches for a link after a while. So every link of the site works as if the script were
 * missing while the network is down.
 *
 * A link that is opened from the context menu is not tracked: the browser takes one address for _open_ and for _copy
 * link_, and copying has to give the original.
 */

/** The script's own element. Its attributes are read at each click, because a consent dialog may change them. */
const script = document.currentScript

/** After this time a page that becomes visible again asks for the hosts again. */
const FRESH_MS = 300_000

/** After this time the network is asked again when the visitor reaches for a link. */
const RECENT_MS = 20_000

/** A network that takes longer to confirm is down. */
const CONFIRM_MS = 2000

/** Links that appear within this time are labelled together. */
const SETTLE_MS = 500

/** Sees the links that the page adds later. */
const changes = new MutationObserver(labelSoon)
const CHANGES = { childList: true, subtree: true }

type Link = HTMLAnchorElement | HTMLAreaElement

/** The hashes of the hosts of joined advertisers; undefined while the network has not answered. */
let hosts: ReadonlySet<string> | undefined
let askedAt = 0
let isLabelling = false

if (script instanceof HTMLScriptElement && script.dataset.key && script.src) start(script, script.dataset.key)

function start(own: HTMLScriptElement, key: string): void {
  const { origin } = new URL(own.src)
  const url = `${origin}/hosts/${key}`
  const ask = () => void askForHosts(url)
  const onClick = (event: MouseEvent) => trackClick(event, (link) => buildTrackingUrl(link, own, `${origin}/r/${key}`))
  const onReach = (event: Event) => {
    if (hosts && Date.now() - askedAt > RECENT_MS && event.composedPath().some(isLink)) void confirmHosts(url)
  }
  ask()
  // A pointer or the focus reaches a link before the click, so that a network that has died since is noticed in time.
  addEventListener('pointerover', onReach, true)
  addEventListener('focusin', onReach)
  // In the capture phase, so that a handler of the page that stops the event does not hide the click.
  addEventListener('click', onClick, true)
  addEventListener('auxclick', onClick, true)
  // A page that comes back from the back/forward cache, or to the front, is a new page view.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) ask()
  })
  addEventListener('visibilitychange', () => {
    if (!document.hidden && Date.now() - askedAt > FRESH_MS) ask()
  })
  changes.observe(document, CHANGES)
}

/** Asks the network for the hosts. Until it answers, the links stay as they are. */
async function askForHosts(url: string): Promise<void> {
  hosts = undefined
  await readHosts(url)
}

/** Asks the network whether it still answers. Links are tracked until it fails, or does not answer in time. */
async function confirmHosts(url: string): Promise<void> {
  await readHosts(url, AbortSignal.timeout(CONFIRM_MS))
}

/** Reads the hosts. The browser may use its cached answer only if the network confirms it. */
async function readHosts(url: string, signal?: AbortSignal): Promise<void> {
  const askedNow = Date.now()
  askedAt = askedNow
  let answer: ReadonlySet<string> | undefined
  try {
    const options = { cache: 'no-cache', credentials: 'omit', referrerPolicy: 'no-referrer' } as const
    const response = await fetch(url, { ...options, ...(signal ? { signal } : {}) })
    if (response.ok) answer = new Set<string>(await response.json())
  } catch {
    // The network is down: the links stay as they are.
  }
  if (askedAt !== askedNow) return
  hosts = answer
  labelSoon()
}

/** Sends a click through the network: sets the address of its link while the browser reads it, and restores it then. */
function trackClick(event: MouseEvent, getTrackingUrl: (link: Link) => string): void {
  const isOpening = event.type === 'click' || event.button === 1
  // The path leads through open shadow roots.
  const path = event.composedPath()
  const link = path.find(isLink)
  if (!isOpening || event.defaultPrevented || !link || path.some(isOptedOut) || !isJoined(link)) return
  const original = link.getAttribute('href') ?? ''
  const tracked = getTrackingUrl(link)
  link.relList.add('sponsored')
  link.setAttribute('href', tracked)
  setTimeout(() => {
    if (link.getAttribute('href') === tracked) link.setAttribute('href', original)
  })
}

function buildTrackingUrl(link: Link, { dataset }: HTMLScriptElement, address: string): string {
  const cons = link.dataset.cons ?? dataset.cons
  return `${address}?${cons ? `cons=${encodeURIComponent(cons)}&` : ''}url=${encodeURIComponent(link.href)}`
}

function isLink(target: EventTarget): target is Link {
  return (target instanceof HTMLAnchorElement || target instanceof HTMLAreaElement) && target.hasAttribute('href')
}

function isOptedOut(target: EventTarget): boolean {
  return target instanceof Element && (target.hasAttribute('data-no-track') || (isLink(target) && hasNoTrack(target)))
}

function hasNoTrack(link: Link): boolean {
  return link.relList.contains('no-track')
}

/** Tells whether a link leads to an advertiser that the publisher has joined. Hosts are declared without 80 and 443. */
function isJoined({ protocol, host }: Link): boolean {
  return /^https?:$/.test(protocol) && hosts?.has(hashHost(host.replace(/:(80|443)$/, ''))) === true
}

/** Labels the links to joined advertisers for search engines, also the links that the page adds later. */
function labelSoon(): void {
  if (isLabelling || !hosts) return
  isLabelling = true
  setTimeout(() => {
    isLabelling = false
    label(document)
  }, SETTLE_MS)
}

/** Labels the links in a document or an open shadow root, and in the shadow roots inside. */
function label(root: Document | ShadowRoot): void {
  for (const element of root.querySelectorAll('*')) {
    if (isLink(element) && isJoined(element) && !hasNoTrack(element) && !isInOptedOut(element)) {
      element.relList.add('sponsored')
    }
    const { shadowRoot } = element
    if (!shadowRoot) continue
    // Observing a root twice does nothing.
    changes.observe(shadowRoot, CHANGES)
    label(shadowRoot)
  }
}

/** Tells whether an element or one around it, also outside its shadow root, opts out. */
function isInOptedOut(element: Element): boolean {
  if (element.closest('[data-no-track]')) return true
  const root = element.getRootNode()
  return root instanceof ShadowRoot && isInOptedOut(root.host)
}

/** Hashes a host as the network does; see `hashHost` in domains/tracking/rules/tracker.ts. */
function hashHost(host: string): string {
  let one = 0x811c9dc5
  let other = 0x9e3779b9
  for (let at = 0; at < host.length; at += 1) {
    one = Math.imul(one ^ host.charCodeAt(at), 0x01000193)
    other = Math.imul(other ^ host.charCodeAt(at), 0x85ebca6b)
  }
  return (one >>> 0).toString(36) + (other >>> 0).toString(36)
}
