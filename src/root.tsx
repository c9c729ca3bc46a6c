import { use } from 'react'
import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, useMatches } from 'react-router'
import { toDay } from '#kernel/days.ts'
import { LateTypefaces, PRELOADED_FONTS } from '#pages/shell/late-typefaces.tsx'
import { ScrollToTop } from '#pages/shell/scroll-to-top.tsx'
import type { Route } from './+types/root'
import { earlyScript } from '#pages/shell/early-script.ts'
import { ErrorPage } from '#pages/shell/error-page.tsx'
import { sessionContext } from '#platform/web/call-context.ts'
import { densityFrom } from '#platform/web/density.ts'
import { NonceContext } from '#platform/web/nonce.ts'
import { LANGUAGE_PARAM } from '#platform/web/public-meta.ts'
import type { PageHandle } from '#platform/web/page-handle.ts'
import { useRootData } from '#platform/web/session.tsx'
import type { RootData } from '#platform/web/session.tsx'
import { TextsProvider } from '#platform/web/texts.tsx'
import '#ui/styles/core.css'

export const links: Route.LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  ...Object.values(PRELOADED_FONTS).map((href) => ({
    rel: 'preload',
    href,
    as: 'font',
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
  })),
]

export const handle: PageHandle = { params: [LANGUAGE_PARAM] }

export function loader({ context, request }: Route.LoaderArgs): RootData {
  const session = context.get(sessionContext)
  const { consent } = session
  return {
    // Copies field by field, so that no other data of the account reaches the page.
    actor: session.actor && {
      email: session.actor.email,
      role: session.actor.role,
      displayName: session.actor.displayName,
      ...(session.actor.isClosed ? { isClosed: true } : {}),
      ...(session.actor.hasShortcuts === false ? { hasShortcuts: false } : {}),
      ...(session.actor.advertiserId ? { advertiserId: session.actor.advertiserId } : {}),
      ...(session.actor.teamRole ? { teamRole: session.actor.teamRole } : {}),
      ...(session.actor.subAccount ? { subAccount: { access: session.actor.subAccount.access } } : {}),
    },
    locale: session.locale,
    network: { name: session.network.name, supportEmail: session.network.supportEmail },
    publicUrl: session.publicUrl,
    trackingOrigin: session.trackingOrigin,
    scheme: session.scheme,
    isPhone: session.isPhone,
    texts: session.texts('shell', 'ui'),
    ...(consent ? { consent } : {}),
    ...(session.actor
      ? {
          csrfToken: session.csrfToken(),
          today: toDay(new Date()),
          density: densityFrom(request.headers.get('cookie')),
        }
      : {}),
  }
}

/**
 * Revalidates only when the address names another language. Session and language otherwise change only with a new
 * document, so links do not load the texts again.
 */
export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  currentUrl.searchParams.get(LANGUAGE_PARAM) !== nextUrl.searchParams.get(LANGUAGE_PARAM)

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData?.network.name ?? 'Tandem' }]

/**
 * False on a page whose `handle` sets `hasScript: false`. Such a page is sent without any script and works with links
 * and forms only.
 */
function useHasScript(): boolean {
  const handles = useMatches().map((match) => match.handle as PageHandle | undefined)
  return !handles.some((handle) => handle?.hasScript === false)
}

/** Blocks rendering until the parser has reached this point, because a partial header would visibly move. */
const PAGE_END = 'page-end'

export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(NonceContext)
  const hasScript = useHasScript()
  const root = useRootData()
  const { locale, scheme, texts, isPhone: hasPhone } = root ?? unknownSession
  return (
    <html
      lang={locale}
      data-mantine-color-scheme={scheme === 'auto' ? undefined : scheme}
      data-phone={hasPhone || undefined}
      data-density={root?.density}
      suppressHydrationWarning
    >
      <head>
        <Head nonce={nonce} hasScript={hasScript} />
      </head>
      <body>
        <TextsProvider locale={locale} texts={texts}>
          {children}
        </TextsProvider>
        <span id={PAGE_END} hidden />
        <ScrollToTop />
        <LateTypefaces />
        {hasScript && <Scripts nonce={nonce} />}
      </body>
    </html>
  )
}

/** The defaults for the case that the root loader failed. */
const unknownSession = {
  locale: 'en',
  scheme: 'auto',
  texts: {},
  isPhone: false,
} as const

function Head({ nonce, hasScript }: { nonce: string | undefined; hasScript: boolean }) {
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf7" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#121715" />
      {hasScript && <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: earlyScript }} />}
      <Meta />
      <link rel="expect" href={`#${PAGE_END}`} blocking="render" />
      <Links {...(nonce === undefined ? {} : { nonce })} />
    </>
  )
}

export default function Root() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}
