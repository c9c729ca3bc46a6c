import type { Route } from './+types/publisher-page'
import { publicMeta } from '#platform/web/public-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { Art } from '../art.tsx'
import { siteData } from '../page-data.ts'
import { CallLink, Closing, OutlineLink, Ways } from '../section.tsx'
import section from '../section.module.css'
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
      <section className={`width ${styles.opening}`}>
        <h1 className="display">{t('publisher.title')}</h1>
        <p className="lead">{t('publisher.text')}</p>
        <Ways>
          <CallLink to="/sign-up">{t('publisher.sign')}</CallLink>
          <OutlineLink to="#login">{t('publisher.logIn')}</OutlineLink>
        </Ways>
      </section>
      <div className={`width stack ${styles.blocks}`}>
        {(['write', 'see', 'paid'] as const).map((key) => (
          <section key={key} className={`split ${styles.block}`}>
            <Art sheet="scenes" name={key} size={[540, 380]} className={section.art} />
            <div>
              <h2 className="title">{t(`publisher.${key}.title`)}</h2>
              <p className="lead">{t(`publisher.${key}.text`)}</p>
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
