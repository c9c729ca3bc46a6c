import { Link } from 'react-router'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { AuthCard } from '#domains/people/accounts/web/auth-card.tsx'

/** Meta tags of a page whose address holds the token of a mail: no page opened from here learns it. */
export const TOKEN_META = [
  { name: 'referrer', content: 'no-referrer' },
  { name: 'robots', content: 'noindex' },
]

interface CardTexts {
  title: string
  text: string
  button: string
}

/** Asks before mails end: a mail program may open the address by itself. */
export function StopCard({ title, text, button }: CardTexts) {
  return (
    <AuthCard title={title} text={text}>
      <ActionForm result={undefined}>
        <SubmitButton fullWidth size="md">
          {button}
        </SubmitButton>
      </ActionForm>
    </AuthCard>
  )
}

/** Says that mails have ended. */
export function EndedCard({ title, text, button }: CardTexts) {
  return <AuthCard title={title} text={text} links={<Link to="/">{button}</Link>} />
}
