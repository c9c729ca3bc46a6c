import { AppShell, Box, Group, NavLink, Paper, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconCookie, IconLogout, IconMenu2, IconSelector, IconUserCircle } from '@tabler/icons-react'
import { Suspense, lazy } from 'react'
import type { MouseEvent, ReactNode } from 'react'
import { preload } from 'react-dom'
import { Link, matchPath, useLocation, useNavigation } from 'react-router'
import codeFont from '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2?url'
import { getHome } from '#domains/people/accounts/rules.ts'
import { getAccountKind } from '#kernel/access.ts'
import type { OwnAdvertiserView } from '#domains/people/teams/contract.ts'
import type { View } from '#domains/desk/saved-views/contract.ts'
import type { ActorView } from '#platform/web/call-context.ts'
import { CSRF_FIELD } from '#platform/web/form.ts'
import { useCsrfToken, useSession } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { useHash, useIsHydrated } from '#platform/web/use-hash.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { closeDownload, startDownload, useDownloads } from '#ui/downloads.ts'
import { Lettermark } from '#ui/lettermark.tsx'
import { Logo } from '#ui/logo.tsx'
import { AdvertiserSwitch } from './advertiser-switch.tsx'
import { getConsoleNav } from './console-nav.ts'
import type { NavCount } from './console-nav.ts'
import { LanguageChoice, SchemeSwitch } from './preference-switches.tsx'
import { SearchButton, usePalette } from './search-button.tsx'
import styles from './console-shell.module.css'

const ConsoleKeys = lazy(async () => ({ default: (await import('./console-keys.tsx')).ConsoleKeys }))

const PinnedViews = lazy(async () => ({ default: (await import('./pinned-views.tsx')).PinnedViews }))

const DownloadCards = lazy(async () => ({ default: (await import('#ui/download-cards.tsx')).DownloadCards }))

/** The numbers in the navigation; of work that waits for nobody none. */
export type WorkCounts = Partial<Record<NavCount, number>>

interface ConsoleShellProps {
  actor: ActorView
  /** The pinned views. */
  pinned?: readonly View[]
  counts?: WorkCounts
  /** The brands in whose teams the account is. */
  advertisers?: readonly OwnAdvertiserView[] | undefined
  children: ReactNode
}

/** The id of the navigation, by which its button opens it. */
const MENU_ID = 'menu'

const NO_VIEWS: readonly View[] = []
const NO_COUNTS: WorkCounts = {}
const NO_ADVERTISERS: readonly OwnAdvertiserView[] = []

/** The frame of all signed-in pages: side navigation by role, account menu, content. */
export function ConsoleShell(props: ConsoleShellProps) {
  const { actor, pinned = NO_VIEWS, counts = NO_COUNTS, advertisers = NO_ADVERTISERS, children } = props
  const t = useTexts('shell')
  const isMoving = useNavigation().state !== 'idle'
  const { open, palette } = usePalette(actor)
  // Its face is `optional`, so it must be there when the first page with code is painted.
  if (import.meta.env.SSR) preload(codeFont, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
  return (
    <>
      <AppShell
        transitionDuration={0}
        header={{ height: { base: '3.75rem', md: 0 } }}
        navbar={{ width: '15.5rem', breakpoint: 'md' }}
      >
        <a className="skip-link" href="#content">
          {t('skip')}
        </a>
        <div className={styles.progress} data-active={isMoving || undefined} aria-hidden />
        <AppShell.Header hiddenFrom="md">
          <Group h="100%" pl="xs" pr="xs" justify="space-between">
            <HomeLink actor={actor} />
            <UnstyledButton popoverTarget={MENU_ID} className={styles.burger ?? ''} aria-label={t('nav.menu')}>
              <IconMenu2 size={22} aria-hidden />
            </UnstyledButton>
          </Group>
        </AppShell.Header>
        <Menu>
          <HomeLink actor={actor} />
          <AdvertiserSwitch advertisers={advertisers} />
          <SearchButton onOpen={open} />
          <Navigation actor={actor} pinned={pinned} counts={counts} />
          <AccountMenu actor={actor} />
        </Menu>
      </AppShell>
      <Content>{children}</Content>
      <Downloads />
      {palette}
      <Keys actor={actor} onSearch={open} />
    </>
  )
}

/**
 * What stands beside the page on wide screens. On others it is a popover that the button of the header opens, so that
 * one navigation serves both, also without a script. A link that is followed in it closes it.
 */
function Menu({ children }: { children: ReactNode }) {
  const close = ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
    if (target instanceof Element && target.closest('a')) currentTarget.hidePopover()
  }
  return (
    <AppShell.Navbar component="aside" id={MENU_ID} popover="auto" className={styles.side ?? ''} onClick={close}>
      {children}
    </AppShell.Navbar>
  )
}

/**
 * The page. It stands beside the `AppShell`, which renders again right after hydration and provides a new context:
 * React would replace each part inside whose script has not loaded yet, and a click on it would be lost.
 */
function Content({ children }: { children: ReactNode }) {
  return (
    <Box component="main" id="content" className={AppShell.classes['main'] ?? ''}>
      <Stack className={styles.content ?? ''} gap="lg">
        {children}
      </Stack>
    </Box>
  )
}

/** Loads the keys after hydration. It is a component of its own, so that only it renders again then. */
function Keys({ actor, onSearch }: { actor: ActorView; onSearch: () => void }) {
  if (!useIsHydrated()) return null
  return (
    <Suspense>
      <ConsoleKeys actor={actor} onSearch={onSearch} />
    </Suspense>
  )
}

/** Shows the downloads of the console, also on the pages that follow. */
function Downloads() {
  const downloads = useDownloads()
  if (downloads.length === 0) return null
  return (
    <Suspense>
      <DownloadCards downloads={downloads} onRetry={(file) => void startDownload(file)} onClose={closeDownload} />
    </Suspense>
  )
}

function HomeLink({ actor }: { actor: ActorView }) {
  const { network } = useSession()
  return (
    <Link to={getHome(actor.role)} className={styles.logo} aria-label={network.name}>
      <Logo name={network.name} size={26} />
    </Link>
  )
}

/**
 * Returns a function that tells which link of the navigation leads to the present page. A link to a tab is current
 * while that tab is open.
 */
function useCurrent() {
  const { pathname } = useLocation()
  const present = useHash()
  return (to: string) => {
    const [path = '', hash = present] = to.split('#')
    return matchPath(path, pathname) !== null && hash === present ? 'page' : undefined
  }
}

function Navigation({ actor, pinned, counts }: Required<Pick<ConsoleShellProps, 'actor' | 'pinned' | 'counts'>>) {
  const t = useTexts('shell')
  const getCurrent = useCurrent()
  const groups = getConsoleNav(actor)
  const entries = groups.flatMap(({ items }) => items)
  return (
    <Stack
      component="nav"
      gap="xs"
      className={styles.entries ?? ''}
      style={{ '--entries': entries.length + pinned.length }}
      aria-label={t('console.label')}
    >
      {pinned.length > 0 && (
        <Suspense>
          <PinnedViews views={pinned} />
        </Suspense>
      )}
      {groups.map((group) => (
        <div key={group.key}>
          <p className={styles.heading}>{t(`console.${group.key}`)}</p>
          <ul className="plain-list">
            {group.items.map(({ key, to, icon: Icon, count }) => (
              <li key={to}>
                <NavLink
                  component={Link}
                  to={to}
                  aria-current={getCurrent(to)}
                  prefetch="intent"
                  label={t(`console.${key}`)}
                  leftSection={<Icon size={19} stroke={1.7} aria-hidden />}
                  rightSection={<WorkCount count={count && counts[count]} />}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Stack>
  )
}

function WorkCount({ count = 0 }: { count: number | undefined }) {
  const t = useTexts('shell')
  if (count === 0) return null
  return (
    <Text span fz="0.82rem" fw={600} className="tabular">
      {t('console.rows', { count })}
    </Text>
  )
}

function AccountMenu({ actor }: { actor: ActorView }) {
  const t = useTexts('shell')
  const getCurrent = useCurrent()
  const isListed = getConsoleNav(actor).some(({ items }) => items.some(({ to }) => getCurrent(to)))
  const current = isListed ? undefined : getCurrent('/account')
  return (
    <div className={styles.foot}>
      <Disclosure
        summaryClassName={`${styles.accountButton} ${current ? styles.current : ''}`}
        summary={
          <>
            <Lettermark name={actor.displayName} size={34} isRound />
            <span className={styles.who}>
              <strong>{actor.displayName}</strong>
              <small>{t(`console.${getAccountKind(actor)}`)}</small>
            </span>
            <IconSelector size={18} aria-hidden />
          </>
        }
      >
        <Paper shadow="xl" className={styles.accountMenu ?? ''}>
          <Text px="sm" py="xs" fz="0.82rem" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {t('account.signedInAs')}
            <Text span display="block" fz="0.92rem" c="var(--ink)">
              {actor.email}
            </Text>
          </Text>
          <Group justify="space-between" c="dimmed" data-upwards>
            <LanguageChoice />
            <SchemeSwitch id="preferences" />
          </Group>
          <NavLink
            component={Link}
            to="/account"
            aria-current={current}
            label={t('account.settings')}
            leftSection={<IconUserCircle size={18} aria-hidden />}
          />
          {/* The notice stands on public pages only. */}
          <NavLink
            component="a"
            href="/privacy-policy#cookies"
            label={t('footer.cookies')}
            leftSection={<IconCookie size={18} aria-hidden />}
          />
          <LogOutForm label={t('account.logOut')} />
        </Paper>
      </Disclosure>
    </div>
  )
}

/** Loads a new document, so that no data of the account stays in memory. */
function LogOutForm({ label }: { label: string }) {
  return (
    <form method="post" action="/log-out">
      <input type="hidden" name={CSRF_FIELD} value={useCsrfToken()} />
      <NavLink component="button" type="submit" label={label} leftSection={<IconLogout size={18} aria-hidden />} />
    </form>
  )
}
