import { useSearchParams } from 'react-router'
import type { Route } from './+types/sign-up-page'
import { publicMeta } from '#platform/web/public-meta.ts'
import { TextsProvider } from '#platform/web/texts.tsx'
import { DoneDialog } from './done-dialog.tsx'
import { PublisherWizard } from './publisher-wizard.tsx'
import { ConfirmedCard, InvalidLinkCard, ResumeCard } from './resume-card.tsx'
import { revalidateAfterPosts } from './revalidate.ts'
import { actSignUp, loadSignUp } from './sign-up.server-actions.ts'

export const loader = (args: Route.LoaderArgs) => loadSignUp(args)

export const action = (args: Route.ActionArgs) => actSignUp(args)

export const shouldRevalidate = revalidateAfterPosts

// The address may contain the mailed token, so no referrer is sent to pages opened from here.
export const meta: Route.MetaFunction = (args) => [
  ...publicMeta(args),
  ...(new URLSearchParams(args.location.search).has('resume')
    ? [
        { name: 'referrer', content: 'no-referrer' },
        { name: 'robots', content: 'noindex' },
      ]
    : []),
]

export default function SignUpPage(props: Route.ComponentProps) {
  return (
    <TextsProvider texts={props.loaderData.texts}>
      <Shown {...props} />
    </TextsProvider>
  )
}

function Shown({ loaderData, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const token = search.get('resume')
  if (actionData?.isLinkInvalid) return <InvalidLinkCard />
  if (token) {
    return <ResumeCard token={token} isReplacing={search.has('new')} result={actionData?.confirmation} />
  }
  if (search.get('step') === 'done') return <DoneDialog />
  if (search.get('step') === 'confirmed') return <ConfirmedCard />
  return <PublisherWizard loaded={loaderData.own} countries={loaderData.countries} posted={actionData} />
}
