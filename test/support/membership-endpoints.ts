const advertiser = '/api/v1/advertiser/:advertiser_id'

/** The endpoints of publishers about their memberships, and whether brands find them. */
export const membershipEndpoints = [
  `POST ${advertiser}/answer`,
  `POST ${advertiser}/join`,
  `POST ${advertiser}/leave`,
  'GET /api/v1/account/publishers/me/listing',
  'POST /api/v1/account/publishers/me/listing',
]
