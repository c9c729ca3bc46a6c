import type { Route } from './+types/referral-page'
import { useSession } from '#platform/web/session.tsx'
import { publicMeta } from '#platform/web/public-head.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { siteData } from '../page-data.ts'
import { CallLink, Section, Steps } from '../section.tsx'
import site from '../section.module.css'
import { ReferralArt } from './referral-art.tsx'
import styles from './referral-page.module.css'

export function loader({ context }: Route.LoaderArgs) {
  return siteData(context, 'referral')
}

export const meta: Route.MetaFunction = publicMeta

export default function ReferralPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Referral />
    </TextsProvider>
  )
}

function Referral() {
  const t = useTexts('site')
  const { brand } = useSession()
  const steps = (['one', 'two', 'three'] as const).map((key) => ({
    title: t(`referral.how.${key}.title`),
    text: t(`referral.how.${key}.text`),
  }))
  return (
    <>
      <section className={site.hero}>
        <div>
          <h1>{t('referral.title')}</h1>
          <p className={site.lead}>{t('referral.text', { brand: brand.name })}</p>
          <p className={site.ways}>
            <CallLink to="/contact-us">{t('referral.contact')}</CallLink>
          </p>
        </div>
        <ReferralArt className={site.art} />
      </section>
      <Section title={t('referral.how.title')} ground="band">
        <Steps steps={steps} />
        <p className={`${styles.note} ${site.note}`}>{t('referral.note')}</p>
      </Section>
    </>
  )
}
