import { redirect } from 'react-router'
import type { Route } from './+types/postbacks-redirect'

/** Leads from the former address of the list of postbacks to the page on which it stands. */
export function loader({ request }: Route.LoaderArgs) {
  return redirect(`/brand/tracking${new URL(request.url).search}`)
}
