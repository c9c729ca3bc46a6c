const advertiser = '/api/v1/advertiser/:advertiser_id'

/** The endpoints of publishers about their memberships. */
export const membershipEndpoints = [`POST ${advertiser}/answer`, `POST ${advertiser}/join`, `POST ${advertiser}/leave`]
