import { Suspense, lazy } from 'react'
import { useSearchParams } from 'react-router'
import type { Route } from './+types/sign-up-page'
import { publicMeta } from '#platform/web/public-meta.ts'
import { TextsProvider } from '#platform/web/texts.tsx'
import { PublisherWizard } from './publisher-wizard.tsx'
import { ResumeCard } from './resume-card.tsx'
import { revalidateAfterPosts } from './revalidate.ts'
import { actSignUp, loadSignUp } from './sign-up.server-actions.ts'

const loadCards = () => import('./message-cards.tsx')
// The server renders the cards at once, because a browser without a script cannot insert them later.
const { ConfirmedCard, DoneDialog, InvalidLinkCard } = import.meta.env.SSR
  ? await loadCards()
  : {
      ConfirmedCard: lazy(async () => ({ default: (await loadCards()).ConfirmedCard })),
      DoneDialog: lazy(async () => ({ default: (await loadCards()).DoneDialog })),
      InvalidLinkCard: lazy(async () => ({ default: (await loadCards()).InvalidLinkCard })),
    }

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
      <Suspense>
        <Shown {...props} />
      </Suspense>
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
