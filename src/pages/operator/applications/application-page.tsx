import { Alert, Anchor, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { Route } from './+types/application-page'
import { getCountryName } from '#kernel/lists/countries.ts'
import { callContext, sessionContext } from '#platform/web/call-context.ts'
import { getPageMeta } from '#platform/web/page-meta.ts'
import { answerTo } from '#platform/web/intents.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { TextAreaField } from '#ui/fields.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { Facts } from '#ui/facts.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { DateText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { getApplicationCall } from '#domains/partners/applications/contract/calls.ts'
import type { ApplicationDetail } from '#domains/partners/applications/contract/calls.ts'
import {
  ADVERTISER_FORM,
  CHANNEL_FORM,
  PROFILE_FORM,
  QUESTION_FORM,
} from '#domains/partners/applications/contract/forms.ts'
import { ApplicantName, ApplicationStatus, Decisions } from '#domains/partners/applications/web/application-view.tsx'
import { ReviewNotice } from './review-notice.tsx'
import { actReview } from './review.server-actions.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { locale } = context.get(sessionContext)
  const { data } = await context.get(callContext)(getApplicationCall, {
    params: { application_id: params.applicationId },
  })
  const nameOf = (code: string) => getCountryName(code, locale)
  const { audience_countries: audience } = data.fields
  const fields = Array.isArray(audience) ? { ...data.fields, audience_countries: audience.map(nameOf) } : data.fields
  return {
    answers: orderAnswers(fields),
    application: { ...data, fields, country: data.country === null ? null : nameOf(data.country) },
    ...getPageMeta(context, 'applications.queue.title', ['applications']),
  }
}

/** Lists the answers in the order of the questions, which the database does not store. */
function orderAnswers(fields: ApplicationDetail['fields']) {
  const names = [CHANNEL_FORM, ADVERTISER_FORM, PROFILE_FORM, QUESTION_FORM].flatMap((form) => Object.keys(form.fields))
  return names.flatMap((name) => (name in fields ? [{ name, text: [fields[name] ?? ''].flat().join(', ') }] : []))
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
      <Application {...loaderData} answer={actionData} />
    </TextsProvider>
  )
}

interface ApplicationProps {
  application: ApplicationDetail
  answers: { name: string; text: string }[]
  answer: Route.ComponentProps['actionData']
}

function Application({ application, answers, answer }: ApplicationProps) {
  const t = useTexts('applications')
  return (
    <>
      <PageHeader
        eyebrow={<Link to="/operator/applications">{t('detail.back')}</Link>}
        title={<ApplicantName application={application} />}
        text={
          <Group component="span" gap="sm">
            <ApplicationStatus application={application} />
            {t(`queue.kinds.${application.kind}`)} <DateText value={application.created_at} withTime />
          </Group>
        }
        actions={<Decisions application={application} size="sm" {...(answer ? { result: answer } : {})} />}
      />
      <ReviewNotice answer={answer} />
      {application.is_repeat && <Alert color="idle">{t('detail.isRepeat')}</Alert>}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
        <Panel title={t('detail.answers')}>
          <Answers answers={answers} />
        </Panel>
        <Stack gap="lg">
          <Panel title={t('detail.contact')}>
            <Contact application={application} />
          </Panel>
          <Panel title={t('detail.decision')}>
            <Decision application={application} answer={answer} />
          </Panel>
        </Stack>
      </SimpleGrid>
      {application.others.length > 0 && <Others application={application} />}
    </>
  )
}

type Field = Parameters<ReturnType<typeof useTexts<'applications'>>>[0]

function Answers({ answers }: Pick<ApplicationProps, 'answers'>) {
  const t = useTexts('applications')
  return (
    <Facts
      layout="stack"
      facts={answers.map(({ name, text }) => [
        t.has(`field.${name}` as never) ? t(`field.${name}` as Field) : name,
        <Text key={name} component="bdi" inherit style={{ whiteSpace: 'pre-line' }}>
          {text === '' ? t('detail.none') : text}
        </Text>,
      ])}
    />
  )
}

function Contact({ application }: Pick<ApplicationProps, 'application'>) {
  const t = useTexts('applications')
  const { publisher_id: publisherId, advertiser_id: advertiserId } = application
  return (
    <Stack>
      <Facts
        layout="stack"
        facts={[
          [
            t('detail.email'),
            <CellText key="email" details={[t(application.is_confirmed ? 'detail.confirmed' : 'queue.unconfirmed')]}>
              {application.email}
            </CellText>,
          ],
          [t('detail.country'), application.country ?? t('detail.none')],
          [t('detail.phone'), <bdi key="phone">{application.phone || t('detail.none')}</bdi>],
        ]}
      />
      {publisherId !== null && (
        <Anchor component={Link} to={`/operator/publishers/${publisherId}`}>
          {t('detail.publisher')}
        </Anchor>
      )}
      {advertiserId !== null && (
        <Anchor component={Link} to={`/operator/advertisers/${advertiserId}`}>
          {t('detail.advertiser')}
        </Anchor>
      )}
    </Stack>
  )
}

function Decision({ application, answer }: Pick<ApplicationProps, 'application' | 'answer'>) {
  const t = useTexts('applications')
  const noted = answerTo(answer, 'note')
  return (
    <Stack style={{ overflowWrap: 'anywhere' }}>
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
    </Stack>
  )
}

function Others({ application }: Pick<ApplicationProps, 'application'>) {
  const t = useTexts('applications')
  return (
    <Panel title={t('detail.others')}>
      <Stack component="ul" className="plain-list" gap="sm">
        {application.others.map((other) => (
          <Group component="li" key={other.application_id}>
            <Anchor component={Link} to={`/operator/applications/${other.application_id}`}>
              <ApplicantName application={other} />
            </Anchor>
            <span>{t(`queue.kinds.${other.kind}`)}</span>
            <DateText value={other.created_at} withTime />
            <ApplicationStatus application={other} />
          </Group>
        ))}
      </Stack>
    </Panel>
  )
}
