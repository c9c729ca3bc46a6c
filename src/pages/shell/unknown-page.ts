import { redirect } from 'react-router'

/** Redirects unknown paths home (specification 1, section 2). */
export function loader() {
  return redirect('/')
}
