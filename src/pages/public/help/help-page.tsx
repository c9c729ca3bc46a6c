import { IconSearch } from '@tabler/icons-react'
import { Form, Link } from 'react-router'
import type { Route } from './+types/help-page'
import { sessionContext } from '#platform/web/call-context.ts'
import type { PageHandle } from '#platform/web/page-handle.ts'
import { getPublicPageMeta, publicMeta } from '#platform/web/public-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import type { Messages } from '#texts/texts.ts'
import { findAnswers } from './find-answers.ts'
import styles from './help-page.module.css'

const MAX_SEARCH_LENGTH = 100

export const handle: PageHandle = { params: ['q'] }

export function loader({ context, request }: Route.LoaderArgs) {
  const { entries } = context.get(sessionContext).texts('help').help as Messages['help']
  const all = Object.entries(entries).map(([id, entry]) => ({ id, ...entry }))
  const search = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, MAX_SEARCH_LENGTH)
  const data = [{ '@type': 'FAQPage', mainEntity: all.map(questionData) }]
  return { ...getPublicPageMeta(context, 'help', { texts: ['help'], data }), search, answers: findAnswers(all, search) }
}

function questionData({ question, answer }: { question: string; answer: string }) {
  return { '@type': 'Question', name: question, acceptedAnswer: { '@type': 'Answer', text: answer } }
}

export const meta: Route.MetaFunction = publicMeta

export default function HelpPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <SearchBox search={loaderData.search} />
      <Answers search={loaderData.search} answers={loaderData.answers} />
      <More />
    </TextsProvider>
  )
}

/** A search form that reloads this page, so that it works without a script. */
function SearchBox({ search }: { search: string }) {
  const t = useTexts('help')
  return (
    <section className={`width ${styles.part} ${styles.top}`}>
      <h1 className="display">{t('title')}</h1>
      <search>
        <Form className={styles.search} preventScrollReset>
          <label className="visually-hidden" htmlFor="q">
            {t('search')}
          </label>
          <IconSearch size={22} stroke={1.8} aria-hidden />
          <input
            key={search}
            id="q"
            name="q"
            type="search"
            defaultValue={search}
            placeholder={t('placeholder')}
            maxLength={MAX_SEARCH_LENGTH}
            autoComplete="off"
          />
          <button className="filled">{t('submit')}</button>
        </Form>
      </search>
    </section>
  )
}

interface AnswersProps {
  search: string
  answers: readonly { id: string; question: string; answer: string }[]
}

function Answers({ search, answers }: AnswersProps) {
  const t = useTexts('help')
  const isSearch = search !== ''
  return (
    <section className={`width ${styles.part} ${styles.answers}`} aria-label={t('questions')}>
      <div className={`row ${styles.found}`} aria-live="polite">
        <h2 className="heading">{isSearch ? t('found', { count: answers.length, search }) : t('questions')}</h2>
        {answers.length === 0 && <p className="soft">{t('nothing')}</p>}
        {isSearch && <Link to="/help">{t('clear')}</Link>}
      </div>
      {answers.map(({ id, question, answer }, index) => (
        <details key={`${id} ${search}`} className={styles.answer} open={isSearch && index === 0}>
          <summary className="face">{question}</summary>
          <p className="soft">{answer}</p>
        </details>
      ))}
    </section>
  )
}

function More() {
  const t = useTexts('help')
  return (
    <section className={`width ${styles.part} ${styles.more}`}>
      <h2 className="heading">{t('more')}</h2>
      <p className="soft">{t('moreText')}</p>
      <Link to="/contact-us" className="outline large">
        {useTexts('shell')('footer.contact')}
      </Link>
    </section>
  )
}
