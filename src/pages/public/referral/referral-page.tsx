import type { Route } from './+types/referral-page'
import { useSession } from '#platform/web/session.tsx'
import { publicMeta } from '#platform/web/public-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { siteData } from '../page-data.ts'
import { CallLink, Hero, Section, Steps, Ways } from '../section.tsx'
import section from '../section.module.css'
import { ReferralArt } from './referral-art.tsx'

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
  const { network } = useSession()
  const steps = (['one', 'two', 'three'] as const).map((key) => ({
    title: t(`referral.how.${key}.title`),
    text: t(`referral.how.${key}.text`),
  }))
  return (
    <>
      <Hero
        title={t('referral.title')}
        text={t('referral.text', { networkName: network.name })}
        art={<ReferralArt className={section.art} />}
      >
        <Ways>
          <CallLink to="/contact-us">{t('referral.contact')}</CallLink>
        </Ways>
      </Hero>
      <Section title={t('referral.how.title')} ground="band">
        <Steps steps={steps} />
        <p className="note">{t('referral.note')}</p>
      </Section>
    </>
  )
}
