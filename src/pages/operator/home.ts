import { redirect } from 'react-router'

/** The operator's area begins with the review of transactions. */
export function loader() {
  return redirect('/operator/transactions')
}
