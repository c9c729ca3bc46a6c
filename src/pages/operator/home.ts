import { redirect } from 'react-router'

/** Redirects the operator's home to the review of transactions. */
export function loader() {
  return redirect('/operator/transactions')
}
