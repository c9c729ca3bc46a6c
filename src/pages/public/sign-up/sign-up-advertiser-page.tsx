import type { Route } from './+types/sign-up-advertiser-page'
import { publicMeta } from '#platform/web/public-meta.ts'
import { TextsProvider } from '#platform/web/texts.tsx'
import { actApply, loadApply } from './apply.server-actions.ts'
import { ApplyWizard } from './apply-wizard.tsx'
import { revalidateAfterPosts } from './revalidate.ts'

export const loader = (args: Route.LoaderArgs) => loadApply(args, 'advertiser')

export const action = (args: Route.ActionArgs) => actApply(args, 'advertiser')

export const shouldRevalidate = revalidateAfterPosts

export const meta: Route.MetaFunction = publicMeta

export default function SignUpAdvertiserPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <ApplyWizard side="advertiser" countries={loaderData.countries} posted={actionData} />
    </TextsProvider>
  )
}
