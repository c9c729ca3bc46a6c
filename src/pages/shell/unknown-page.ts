import { redirect } from 'react-router'

/** Unknown paths lead home (specification 1, section 2). */
export function loader() {
  return redirect('/')
}
