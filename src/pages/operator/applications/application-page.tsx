import { Link } from 'react-router'
import type { Route } from './+types/application-page'
import { callContext, sessionContext } from '#platform/web/call-context.ts'
import { pageHead } from '#platform/web/page-meta.ts'
import { answerTo } from '#platform/web/intents.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { TextAreaField, HiddenField } from '#ui/fields.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { DateText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { getApplication } from '#domains/applications/contract/calls.ts'
import type { ApplicationDetail } from '#domains/applications/contract/calls.ts'
import { BRAND_FORM, CHANNEL_FORM, PROFILE_FORM, QUESTION_FORM } from '#domains/applications/contract/forms.ts'
import { ApplicantName, ApplicationStatus, Decisions } from '#domains/applications/web/application-view.tsx'
import { ReviewNotice } from './applications-page.tsx'
import styles from '#domains/applications/web/applications.module.css'
import { actReview } from './review.server-actions.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { locale } = context.get(sessionContext)
  const { data } = await context.get(callContext)(getApplication, { params: { application_id: params.applicationId } })
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const nameOf = (code: string) => names.of(code) ?? code
  const { audience_countries: audience } = data.fields
  const fields = Array.isArray(audience) ? { ...data.fields, audience_countries: audience.map(nameOf) } : data.fields
  return {
    application: { ...data, fields, country: data.country === null ? null : nameOf(data.country) },
    ...pageHead(context, 'applications.queue.title', ['applications']),
  }
}

export const action = (args: Route.ActionArgs) => actReview(args)

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return []
  const { first_name: first, last_name: last } = loaderData.application
  return [{ title: `${first} ${last} · ${loaderData.title}` }]
}

export default function ApplicationPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Application application={loaderData.application} answer={actionData} />
    </TextsProvider>
  )
}

interface ApplicationProps {
  application: ApplicationDetail
  answer: Route.ComponentProps['actionData']
}

function Application({ application, answer }: ApplicationProps) {
  const t = useTexts('applications')
  return (
    <>
      <PageHeader
        eyebrow={<Link to="/operator/applications">{t('detail.back')}</Link>}
        title={<ApplicantName application={application} />}
        text={
          <span className={styles.facts}>
            <ApplicationStatus application={application} />
            {t(`queue.kinds.${application.kind}`)} <DateText value={application.created_at} withTime />
          </span>
        }
        actions={<Decisions application={application} size="sm" {...(answer ? { result: answer } : {})} />}
      />
      <ReviewNotice answer={answer} />
      {application.is_repeat && <p className={styles.repeatNote}>{t('detail.isRepeat')}</p>}
      <div className={styles.columns}>
        <Panel title={t('detail.answers')}>
          <Answers fields={application.fields} />
        </Panel>
        <div>
          <Panel title={t('detail.contact')}>
            <Contact application={application} />
          </Panel>
          <Panel title={t('detail.decision')}>
            <Decision application={application} answer={answer} />
          </Panel>
        </div>
      </div>
      {application.others.length > 0 && <Others application={application} />}
    </>
  )
}

type Field = Parameters<ReturnType<typeof useTexts<'applications'>>>[0]

/** The answers in the order in which they were asked; the database keeps none. */
const ORDER = [CHANNEL_FORM, BRAND_FORM, PROFILE_FORM, QUESTION_FORM].flatMap((form) => Object.keys(form.fields))

function Answers({ fields }: Pick<ApplicationDetail, 'fields'>) {
  const t = useTexts('applications')
  return (
    <dl className={styles.list}>
      {ORDER.filter((name) => name in fields).map((name) => {
        const text = [fields[name] ?? ''].flat().join(', ')
        return (
          <div key={name}>
            <dt>{t.has(`field.${name}` as never) ? t(`field.${name}` as Field) : name}</dt>
            <dd>
              <bdi>{text === '' ? t('detail.none') : text}</bdi>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function Contact({ application }: Pick<ApplicationProps, 'application'>) {
  const t = useTexts('applications')
  const { publisher_id: publisherId, advertiser_id: advertiserId } = application
  return (
    <dl className={styles.list}>
      <div>
        <dt>{t('detail.email')}</dt>
        <dd>
          {application.email} <small>{t(application.is_confirmed ? 'detail.confirmed' : 'queue.unconfirmed')}</small>
        </dd>
      </div>
      <div>
        <dt>{t('detail.country')}</dt>
        <dd>{application.country ?? t('detail.none')}</dd>
      </div>
      <div>
        <dt>{t('detail.phone')}</dt>
        <dd>
          <bdi>{application.phone || t('detail.none')}</bdi>
        </dd>
      </div>
      {publisherId !== null && <Link to={`/operator/publishers/${publisherId}`}>{t('detail.publisher')}</Link>}
      {advertiserId !== null && <Link to={`/operator/advertisers/${advertiserId}`}>{t('detail.advertiser')}</Link>}
    </dl>
  )
}

function Decision({ application, answer }: ApplicationProps) {
  const t = useTexts('applications')
  const noted = answerTo(answer, 'note')
  return (
    <div className={styles.decision}>
      {application.decided_at !== null && (
        <p>
          {application.decided_by} · <DateText value={application.decided_at} withTime />
        </p>
      )}
      {application.reason !== '' && (
        <p>
          {t('detail.reason')}: <bdi>{application.reason}</bdi>
        </p>
      )}
      <ActionForm intent="note" {...(noted ? { result: noted } : {})}>
        <HiddenField name="application_id" value={application.application_id} />
        <TextAreaField
          name="note"
          label={t('queue.note')}
          description={t('queue.noteHint')}
          defaultValue={application.note}
          maxLength={1000}
        />
        <SubmitButton variant="default">{t('detail.saveNote')}</SubmitButton>
      </ActionForm>
    </div>
  )
}

function Others({ application }: Pick<ApplicationProps, 'application'>) {
  const t = useTexts('applications')
  return (
    <Panel title={t('detail.others')}>
      <ul className={styles.others}>
        {application.others.map((other) => (
          <li key={other.application_id}>
            <Link to={`/operator/applications/${other.application_id}`}>
              <ApplicantName application={other} />
            </Link>
            <span>{t(`queue.kinds.${other.kind}`)}</span>
            <DateText value={other.created_at} withTime />
            <ApplicationStatus application={other} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
