import type { Route } from './+types/login-creator-page'
import { titleOf } from './page-title.ts'
import { LoginCard } from './login-card.tsx'
import { actLogin, loadLogin } from './login-door.ts'

export const loader = loadLogin

export const action = (args: Route.ActionArgs) => actLogin(args, 'creator')

export const meta: Route.MetaFunction = ({ loaderData }) => titleOf(loaderData, 'login.creatorTitle')

export default function LoginCreatorPage({ loaderData, actionData }: Route.ComponentProps) {
  return <LoginCard type="creator" data={loaderData} result={actionData} />
}
