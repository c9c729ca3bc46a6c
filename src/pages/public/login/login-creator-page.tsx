import type { Route } from './+types/login-creator-page'
import { publicMeta } from '#platform/web/public-meta.ts'
import { LoginCard } from './login-card.tsx'
import { actLogin, loadLogin } from './login.server-actions.ts'
import { sendLogin } from './send-login.ts'

export const loader = (args: Route.LoaderArgs) => loadLogin(args, 'loginCreator')

export const action = (args: Route.ActionArgs) => actLogin(args, 'creator')

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  sendLogin({ request, serverAction, type: 'creator' })

export const meta: Route.MetaFunction = publicMeta

export default function LoginCreatorPage({ loaderData, actionData }: Route.ComponentProps) {
  return <LoginCard type="creator" data={loaderData} result={actionData} />
}
