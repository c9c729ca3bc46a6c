import { IconMail, IconMapPin } from '@tabler/icons-react'
import { Link, NavLink } from 'react-router'
import type { Route } from './+types/contact-page'
import { sessionContext } from '#platform/web/call-context.ts'
import { useSession } from '#platform/web/session.tsx'
import { publicMeta } from '#platform/web/public-head.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { Art } from '../art.tsx'
import { siteData } from '../page-data.ts'
import site from '../section.module.css'
import { addressLines } from './address-lines.ts'
import type { PostalAddress } from './address-lines.ts'
import styles from './contact-page.module.css'

export function loader({ context }: Route.LoaderArgs) {
  const { brand } = context.get(sessionContext)
  const addresses = { us: addressLines(brand.addressUnitedStates), hk: addressLines(brand.addressHongKong) }
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
    <nav className={`${styles.tabs} desktop-only`} aria-label={t('contact.tabs')}>
      {TABS.map(([key, to]) => (
        <NavLink key={to} to={to}>
          {shell(`footer.${key}`)}
        </NavLink>
      ))}
    </nav>
  )
}

function Contact({ addresses }: { addresses: Record<'us' | 'hk', PostalAddress> }) {
  const t = useTexts('site')
  const { brand } = useSession()
  return (
    <>
      <section className={`${site.hero} ${styles.hero}`}>
        <div>
          <h1>{t('contact.title')}</h1>
          <p className={site.lead}>{t('contact.text')}</p>
          <h2 className={styles.small}>{t('contact.email')}</h2>
          <a className={styles.email} href={`mailto:${brand.supportEmail}`}>
            <IconMail size={24} aria-hidden />
            {brand.supportEmail}
          </a>
        </div>
        <Art sheet="scenes" name="letter" size={[540, 400]} className={site.art} />
      </section>
      <section className={styles.offices}>
        <h2>{t('contact.offices')}</h2>
        {(['us', 'hk'] as const).map((key) => (
          <address key={key} className={styles.office}>
            <IconMapPin size={26} stroke={1.6} aria-hidden />
            <h3>{t(`contact.${key}`)}</h3>
            {addresses[key].lines.map((line) => (
              <span key={line}>{line}</span>
            ))}
            {addresses[key].zip !== undefined && <span>{t('contact.zip', { zip: addresses[key].zip })}</span>}
          </address>
        ))}
      </section>
      <section className={styles.join}>
        <h2>{t('contact.join')}</h2>
        <p>
          <Link to="/sign-up-advertiser" className={site.outline}>
            {t('contact.advertiser')}
          </Link>
          <Link to="/sign-up-creator" className={site.call}>
            {t('contact.creator')}
          </Link>
        </p>
      </section>
    </>
  )
}
