import { IconMail, IconMapPin } from '@tabler/icons-react'
import { NavLink } from 'react-router'
import type { Route } from './+types/contact-page'
import { sessionContext } from '#platform/web/call-context.ts'
import { useSession } from '#platform/web/session.tsx'
import { publicMeta } from '#platform/web/public-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { Art } from '../art.tsx'
import { siteData } from '../page-data.ts'
import { CallLink, Hero, OutlineLink } from '../section.tsx'
import section from '../section.module.css'
import { addressLines } from './address-lines.ts'
import type { PostalAddress } from './address-lines.ts'
import styles from './contact-page.module.css'

export function loader({ context }: Route.LoaderArgs) {
  const { network } = context.get(sessionContext)
  const addresses = { us: addressLines(network.addressUnitedStates), hk: addressLines(network.addressHongKong) }
  return { ...siteData(context, 'contact'), addresses }
}

export const meta: Route.MetaFunction = publicMeta

export default function ContactPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <LegalTabs />
      <Contact addresses={loaderData.addresses} />
    </TextsProvider>
  )
}

const TABS = [
  ['privacy', '/privacy-policy'],
  ['terms', '/terms-of-service'],
  ['contact', '/contact-us'],
] as const

function LegalTabs() {
  const t = useTexts('site')
  const shell = useTexts('shell')
  return (
    <nav className={`width row ${styles.tabs} desktop-only`} aria-label={t('contact.tabs')}>
      {TABS.map(([key, to]) => (
        <NavLink key={to} to={to} className="plain">
          {shell(`footer.${key}`)}
        </NavLink>
      ))}
    </nav>
  )
}

function Contact({ addresses }: { addresses: Record<'us' | 'hk', PostalAddress> }) {
  const t = useTexts('site')
  const { network } = useSession()
  return (
    <>
      <Hero
        title={t('contact.title')}
        text={t('contact.text')}
        className={styles.hero}
        art={<Art sheet="scenes" name="letter" size={[540, 400]} className={section.art} />}
      >
        <h2 className={styles.small}>{t('contact.email')}</h2>
        <a className={`inline face ${styles.email}`} href={`mailto:${network.supportEmail}`}>
          <IconMail size={24} aria-hidden />
          {network.supportEmail}
        </a>
      </Hero>
      <section className={`width grid ${styles.offices}`}>
        <h2 className="title">{t('contact.offices')}</h2>
        {(['us', 'hk'] as const).map((key) => (
          <address key={key} className={`card ${section.cards} ${styles.office}`}>
            <IconMapPin size={26} stroke={1.6} aria-hidden />
            <h3>{t(`contact.${key}`)}</h3>
            {addresses[key].lines.map((line) => (
              <span key={line}>{line}</span>
            ))}
            {addresses[key].zip !== undefined && <span>{t('contact.zip', { zip: addresses[key].zip })}</span>}
          </address>
        ))}
      </section>
      <section className={`width row ${styles.join}`}>
        <h2 className="title">{t('contact.join')}</h2>
        <p className="row">
          <OutlineLink to="/sign-up-advertiser">{t('contact.advertiser')}</OutlineLink>
          <CallLink to="/sign-up-creator">{t('contact.creator')}</CallLink>
        </p>
      </section>
    </>
  )
}
