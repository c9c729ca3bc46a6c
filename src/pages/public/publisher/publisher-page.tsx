import { Link } from 'react-router'
import type { Route } from './+types/publisher-page'
import { publicMeta } from '#platform/web/public-head.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { Art } from '../art.tsx'
import { siteData } from '../page-data.ts'
import { CallLink, Closing } from '../section.tsx'
import site from '../section.module.css'
import styles from './publisher-page.module.css'

export function loader({ context }: Route.LoaderArgs) {
  return siteData(context, 'publisher')
}

export const meta: Route.MetaFunction = publicMeta

export default function PublisherPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Publisher />
    </TextsProvider>
  )
}

function Publisher() {
  const t = useTexts('site')
  return (
    <>
      <section className={styles.opening}>
        <h1>{t('publisher.title')}</h1>
        <p className={site.lead}>{t('publisher.text')}</p>
        <p className={site.ways}>
          <CallLink to="/sign-up">{t('publisher.sign')}</CallLink>
          <Link to="#login" preventScrollReset className={site.outline}>
            {t('publisher.logIn')}
          </Link>
        </p>
      </section>
      <div className={styles.blocks}>
        {(['write', 'see', 'paid'] as const).map((key) => (
          <section key={key} className={styles.block}>
            <Art sheet="scenes" name={key} size={[540, 380]} className={site.art} />
            <div>
              <h2>{t(`publisher.${key}.title`)}</h2>
              <p>{t(`publisher.${key}.text`)}</p>
            </div>
          </section>
        ))}
      </div>
      <Closing title={t('publisher.closing.title')} text={t('publisher.closing.text')}>
        <CallLink to="/sign-up">{t('publisher.closing.sign')}</CallLink>
      </Closing>
    </>
  )
}
