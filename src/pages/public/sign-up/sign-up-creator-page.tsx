import type { Route } from './+types/sign-up-creator-page'
import { publicMeta } from '#platform/web/public-meta.ts'
import { TextsProvider } from '#platform/web/texts.tsx'
import { actApply, loadApply } from './apply.server-actions.ts'
import { ApplyWizard } from './apply-wizard.tsx'
import { revalidateAfterPosts } from './revalidate.ts'

export const loader = (args: Route.LoaderArgs) => loadApply(args, 'creator')

export const action = (args: Route.ActionArgs) => actApply(args, 'creator')

export const shouldRevalidate = revalidateAfterPosts

export const meta: Route.MetaFunction = publicMeta

export default function SignUpCreatorPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <ApplyWizard side="creator" countries={loaderData.countries} posted={actionData} />
    </TextsProvider>
  )
}
