const own = '/api/v1/account/publishers/me'
const brand = '/api/v1/brand/claims'

/** The endpoints of claims by their access. */
export const claimEndpoints = {
  publisher: [
    `GET ${own}/claim-form`,
    `POST ${own}/claim-files`,
    `GET ${own}/claims`,
    `POST ${own}/claims`,
    `GET ${own}/claims/:claim_id`,
    `GET ${own}/claims/:claim_id/files/:sequence`,
    `POST ${own}/claims/:claim_id/evidence`,
    `POST ${own}/claims/:claim_id/insist`,
    `POST ${own}/claims/:claim_id/withdraw`,
  ],
  advertiser: [
    `GET ${brand}`,
    `GET ${brand}/:claim_id`,
    `GET ${brand}/:claim_id/files/:sequence`,
    `POST ${brand}/:claim_id/accept`,
    `POST ${brand}/:claim_id/ask`,
    `POST ${brand}/:claim_id/refuse`,
  ],
}
