import { sessionContext } from '#platform/web/call-context.ts'
import type { PageHandle } from '#platform/web/page-handle.ts'
import { getPublicPageMeta, publicMeta } from '#platform/web/public-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import type { Route } from './+types/imprint-page'
import styles from './legal-text.module.css'

export const handle: PageHandle = { hasScript: false }

export function loader({ context }: Route.LoaderArgs) {
  const { legalIdentity, supportEmail } = context.get(sessionContext).network
  return { ...getPublicPageMeta(context, 'imprint', { texts: ['legal'] }), legalIdentity, supportEmail }
}

export const meta: Route.MetaFunction = publicMeta

export default function ImprintPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Imprint legalIdentity={loaderData.legalIdentity} supportEmail={loaderData.supportEmail} />
    </TextsProvider>
  )
}

/** The imprint. It has only a title until the operator configures the legal identity. */
function Imprint({ legalIdentity, supportEmail }: { legalIdentity: string; supportEmail: string }) {
  const t = useTexts('legal')
  return (
    <div className={`width ${styles.page}`}>
      <article>
        <header className={styles.head}>
          <h1 className="title">{t('imprint.title')}</h1>
        </header>
        {legalIdentity !== '' && (
          <address className={styles.identity}>
            {legalIdentity}
            {'\n'}
            <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
          </address>
        )}
      </article>
    </div>
  )
}
