const own = '/api/v1/account/publishers/me'

/** The endpoints of claims for publishers. */
export const claimEndpoints = [
  `GET ${own}/claim-form`,
  `POST ${own}/claim-files`,
  `GET ${own}/claims`,
  `POST ${own}/claims`,
  `GET ${own}/claims/:claim_id`,
  `GET ${own}/claims/:claim_id/files/:sequence`,
  `POST ${own}/claims/:claim_id/evidence`,
  `POST ${own}/claims/:claim_id/insist`,
  `POST ${own}/claims/:claim_id/withdraw`,
]

const network = '/api/v1/operator/claims'

/** The endpoints of claims for operators. */
export const operatorClaimEndpoints = [
  `GET ${network}`,
  `GET ${network}/:claim_id`,
  `GET ${network}/:claim_id/files/:sequence`,
  `POST ${network}/:claim_id/notes`,
]
