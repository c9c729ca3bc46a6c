import { redirect } from 'react-router'

/** Redirects the former address of the checklist to the publisher's home. */
export function loader() {
  return redirect('/home', 301)
}
