import { isRouteErrorResponse, Link, useRevalidator } from 'react-router'
import { useRootData } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { LogoMark } from '#ui/logo.tsx'
import styles from './error-page.module.css'

/** The page for an error: what happened, and links to continue. */
export function ErrorPage({ error }: { error: unknown }) {
  // Without the root's data there are no texts, because the server failed before it knew the language.
  return (
    <main id="content">
      <ErrorBody error={error} />
    </main>
  )
}

/** The content of the error page, for a shell that has its own `main`. */
export function ErrorBody({ error }: { error: unknown }) {
  return useRootData() ? <KnownError error={error} /> : <BareError error={error} />
}

function KnownError({ error }: { error: unknown }) {
  const t = useTexts('shell')
  const { revalidate, state } = useRevalidator()
  const status = isRouteErrorResponse(error) ? error.status : 500
  return (
    <div className={`stack ${styles.page}`}>
      <LogoMark size={56} />
      <h1 className="title">{t(getTitle(status))}</h1>
      <p className="lead">{status === 404 ? t('error.notFoundText') : (getMessage(error) ?? t('error.text'))}</p>
      <div className="row">
        {status >= 500 && (
          <button className={`filled ${styles.retry}`} onClick={() => void revalidate()} disabled={state === 'loading'}>
            {t('error.retry')}
          </button>
        )}
        <Link to="/">{t('error.home')}</Link>
      </div>
    </div>
  )
}

function BareError({ error }: { error: unknown }) {
  return (
    <div className={`stack ${styles.page}`}>
      <h1 className="title">Something went wrong on our side</h1>
      <p className="lead">{getMessage(error) ?? 'Nothing was changed. Please load this page again.'}</p>
      <a href="/">Home</a>
    </div>
  )
}

function getTitle(status: number) {
  if (status === 404) return 'error.notFoundTitle'
  return status === 403 ? 'error.forbiddenTitle' : 'error.title'
}

function getMessage(error: unknown): string | undefined {
  if (!isRouteErrorResponse(error)) return undefined
  const { message } = (error.data ?? {}) as { message?: string }
  return message
}
