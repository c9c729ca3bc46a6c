import type { Route } from './+types/login-advertiser-page'
import { titleOf } from './page-title.ts'
import { LoginCard } from './login-card.tsx'
import { actLogin, loadLogin } from './login-door.ts'

export const loader = loadLogin

export const action = (args: Route.ActionArgs) => actLogin(args, 'advertiser')

export const meta: Route.MetaFunction = ({ loaderData }) => titleOf(loaderData, 'login.advertiserTitle')

export default function LoginAdvertiserPage({ loaderData, actionData }: Route.ComponentProps) {
  return <LoginCard type="advertiser" data={loaderData} result={actionData} />
}
