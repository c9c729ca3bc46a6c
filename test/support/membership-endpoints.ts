const advertiser = '/api/v1/advertiser/:advertiser_id'
const invitations = '/api/v1/account/publishers/me/invitations'

/** The endpoints of publishers about their memberships, their invitations, and whether brands find them. */
export const membershipEndpoints = [
  `POST ${advertiser}/answer`,
  `POST ${advertiser}/join`,
  `POST ${advertiser}/leave`,
  'GET /api/v1/account/publishers/me/listing',
  'POST /api/v1/account/publishers/me/listing',
  `POST ${advertiser}/invitations`,
  `GET ${invitations}`,
  `GET ${invitations}/:invitation_id`,
  `POST ${invitations}/:invitation_id/accept`,
  `POST ${invitations}/:invitation_id/decline`,
]
