import type { Route } from './+types/login-advertiser-page'
import { publicMeta } from '#platform/web/public-meta.ts'
import { LoginCard } from './login-card.tsx'
import { actLogin, loadLogin } from './login.server-actions.ts'
import { sendLogin } from './send-login.ts'

export const loader = (args: Route.LoaderArgs) => loadLogin(args, 'loginAdvertiser')

export const action = (args: Route.ActionArgs) => actLogin(args, 'advertiser')

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  sendLogin({ request, serverAction, type: 'advertiser' })

export const meta: Route.MetaFunction = publicMeta

export default function LoginAdvertiserPage({ loaderData, actionData }: Route.ComponentProps) {
  return <LoginCard type="advertiser" data={loaderData} result={actionData} />
}
