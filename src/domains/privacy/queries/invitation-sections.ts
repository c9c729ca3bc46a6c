import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** Lists invitations with what they offer. */
export function listInvitationSections(isOwn: RawBuilder<unknown>) {
  return [
    { name: 'invitations', rows: sql`SELECT * FROM invitation WHERE ${isOwn} ORDER BY id` },
    {
      name: 'invitation_offers',
      rows: sql`SELECT * FROM invitation_offer WHERE invitation_id IN (SELECT id FROM invitation WHERE ${isOwn})
        ORDER BY invitation_id, event`,
    },
  ]
}
