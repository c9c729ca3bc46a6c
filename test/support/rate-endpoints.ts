/** The calls of a publisher about the rates of an advertiser, by who may make them. */
export const rateEndpoints = {
  publisher: ['POST /api/v1/advertiser/:advertiser_id/rates/acknowledge', 'GET /api/v1/advertiser/rate-changes'],
  publisherFull: ['GET /api/v1/advertiser/:advertiser_id/price', 'GET /api/v1/advertiser/:advertiser_id/rates'],
}
