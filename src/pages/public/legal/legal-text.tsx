import type { RouterContextProvider } from 'react-router'
import { Link } from 'react-router'
import { callContext, sessionContext } from '#platform/web/call-context.ts'
import { getPublicPageMeta } from '#platform/web/public-meta.ts'
import type { PublicPageMeta } from '#platform/web/public-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { PUBLIC_PAGES } from '#texts/public-pages.ts'
import type { Texts } from '#texts/texts.ts'
import { getLegalTextCall } from '#domains/people/legal/contract.ts'
import { LEGAL_DOCUMENTS } from '#domains/people/legal/rules.ts'
import type { LegalDocument } from '#domains/people/legal/rules.ts'
import styles from './legal-text.module.css'

/** The data of a legal page. */
export interface LegalData {
  texts: Texts
  pageMeta: PublicPageMeta
  document: LegalDocument
  title: string
  /** In the reader's language. */
  updatedOn: string
  intro: string
  sections: { id: string; title: string; html: string }[]
}

/** Reads a legal text in the visitor's language. */
export async function loadLegalText(
  context: Readonly<RouterContextProvider>,
  document: LegalDocument,
): Promise<LegalData> {
  const { locale } = context.get(sessionContext)
  const { data } = await context.get(callContext)(getLegalTextCall, { params: { document } })
  const { updated_on: updated, ...text } = data
  const updatedOn = new Intl.DateTimeFormat(locale === 'zh' ? 'zh-CN' : 'en-US', {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(updated))
  return { ...getPublicPageMeta(context, document, { texts: ['legal'] }), document, updatedOn, ...text }
}

/** A legal text with its table of contents and links to the other legal texts. */
export function LegalText({ data }: { data: LegalData }) {
  return (
    <TextsProvider texts={data.texts}>
      <div className={`width split ${styles.page} ${styles.sides}`}>
        <Documents current={data.document} />
        <Article data={data} />
      </div>
    </TextsProvider>
  )
}

/** The tabs at the side of wide windows. On phones the footer has these links. */
function Documents({ current }: { current: LegalDocument }) {
  const t = useTexts('legal')
  return (
    <nav className={`${styles.documents} desktop-only`} aria-label={t('documents')}>
      <ul>
        {[...LEGAL_DOCUMENTS, 'contact' as const].map((name) => (
          <li key={name}>
            <Link to={PUBLIC_PAGES[name]} className="plain" aria-current={name === current ? 'page' : undefined}>
              {t(name)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Article({ data }: { data: LegalData }) {
  const t = useTexts('legal')
  return (
    <article className={styles.article}>
      <header className={styles.head}>
        <h1 className="title">{data.title}</h1>
        <p className="note">{t('updated', { date: data.updatedOn })}</p>
      </header>
      <Html className={styles.intro} html={data.intro} />
      <details className={`card ${styles.contents}`} open>
        <summary className="face">{t('contents')}</summary>
        <ol>
          {data.sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`} className="plain">
                {title}
              </a>
            </li>
          ))}
        </ol>
      </details>
      {data.sections.map(({ id, title, html }) => (
        <section key={id} id={id} className={styles.section} aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`} className="heading">
            {title}
          </h2>
          <Html html={html} />
        </section>
      ))}
    </article>
  )
}

/** HTML that the server has rendered from our own texts, so it is safe to insert. */
function Html({ html, className = '' }: { html: string; className?: string | undefined }) {
  return <div className={`${styles.text} ${className}`} dangerouslySetInnerHTML={{ __html: html }} />
}
