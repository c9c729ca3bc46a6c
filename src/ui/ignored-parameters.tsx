import { Link } from 'react-router'
import type { ShownList } from '#platform/web/read-list.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { FormMessage } from './form.tsx'

/** Says what the address asks and the list does not know, because the rows do not follow it; nothing otherwise. */
export function IgnoredParameters({ list: { ignored, path, search } }: { list: ShownList }) {
  const t = useTexts('ui')
  if (ignored.length === 0) return null
  return (
    <FormMessage tone="bad">
      <span>
        {t('list.ignored', { parameters: ignored.join(', ') })}{' '}
        <Link to={`${path}?${search}`} className="link">
          {t('list.clean')}
        </Link>
      </span>
    </FormMessage>
  )
}
